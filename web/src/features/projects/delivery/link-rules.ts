import type { DeliveryFile } from '@plinth/contract/projects/projects.ts'

/** So long before its end a link is no longer begun with. */
const MARGIN_MS = 10_000

/** Whether a signed link opens nothing any more. */
export function isExpiredAt(url: string, now: number): boolean {
  const expires = Number(URL.parse(url, 'http://plinth')?.searchParams.get('expires') ?? 0)
  return expires * 1_000 - MARGIN_MS < now
}

/** Whether the viewer can look at the file itself, in a browser that reads its format. */
export const isPicture = ({ kind, preview, url }: DeliveryFile): boolean =>
  kind === 'image' && preview !== null && url !== null
