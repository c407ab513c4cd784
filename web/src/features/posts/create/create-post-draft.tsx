import type { RestoredFiles } from '../../../lib/uploads/use-restored-files.ts'
import { texts } from './post-form-texts.ts'

/** Says that an unsent post has come back, what of it is missing, and how to be rid of it. */
export const CreatePostDraft = ({
  restored: { gone, unsure },
  onDiscard,
}: {
  restored: RestoredFiles
  onDiscard: () => void
}) => (
  <p className="text-14 text-ink-2">
    <span role="status">
      {texts.draft.restored}
      {gone === 0 ? null : ` ${texts.draft.gone(gone)}`}
      {unsure.length === 0 ? null : ` ${texts.draft.unsure}`}
    </span>{' '}
    <button type="button" className="text-link hit" onClick={onDiscard}>
      {texts.draft.discard}
    </button>
  </p>
)
