import type { UploadPlace } from '../../lib/uploads/unfinished.ts'
import { percentOf } from '../../lib/uploads/upload-state.ts'
import { sendingTexts } from '../../lib/uploads/upload-texts.ts'
import { useUnfinished } from '../../lib/uploads/use-unfinished.ts'

/** Uploads that an earlier visit started. Choosing the same file again resumes them. */
export function UnfinishedFiles({
  viewerId,
  place,
  chosen,
}: {
  viewerId: string
  place: UploadPlace
  /** Fingerprints of the files that are already chosen. */
  chosen: readonly (string | null)[]
}) {
  const { unfinished, drop } = useUnfinished(viewerId, place)
  const left = unfinished.filter(({ mark }) => !chosen.includes(mark))
  if (left.length === 0) return null
  return (
    <ul className="flex flex-col gap-2">
      {left.map(({ mark, name, loaded, size }) => (
        <li key={mark} className="text-13 text-ink-2">
          {sendingTexts.unfinished(name, percentOf(loaded, size))}{' '}
          <button
            type="button"
            className="text-link hit"
            aria-label={sendingTexts.forgetFile(name)}
            onClick={() => drop(mark, { forget: true })}
          >
            {sendingTexts.forget}
          </button>
        </li>
      ))}
    </ul>
  )
}
