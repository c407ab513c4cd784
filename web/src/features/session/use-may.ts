import { may, type Right } from '@plinth/contract/http/rights.ts'
import { useViewer } from './use-viewer.ts'

/** Tells what the signed-in person's role may do. The server decides; this hides what it would refuse. */
export function useMay(): (right: Right) => boolean {
  const role = useViewer()?.role ?? null
  return (right) => may(role, right)
}
