import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'

/** A link this close to its end counts as expired. */
const MARGIN_MS = 10_000

/** Whether a signed link has expired. */
export function isExpiredAt(url: string, now: number): boolean {
  const expires = Number(URL.parse(url, 'http://plinth')?.searchParams.get('expires') ?? 0)
  return expires * 1_000 - MARGIN_MS < now
}

/** Whether the file is a picture that the viewer can open, if their browser reads its format. */
export const isPicture = ({ kind, preview, url }: DeliveryFile): boolean =>
  kind === 'image' && preview !== null && url !== null
