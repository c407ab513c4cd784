import { toast } from '../feedback/toast.ts'

const UNDO_MS = 10_000

/** Says that an act on many things is done, and offers to undo it for a while. */
export const sayDone = (title: string, label: string, undo: (() => void) | null) =>
  toast({
    title,
    variant: 'success',
    ...(undo === null ? {} : { action: { label, onClick: undo }, durationMs: UNDO_MS }),
  })
