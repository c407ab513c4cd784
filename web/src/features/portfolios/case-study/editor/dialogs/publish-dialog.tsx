import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { isUnauthorized, sentenceOf } from '../../../../../lib/api/api.ts'
import { useSendOnce } from '../../../../../lib/forms/use-send-once.ts'
import { Button } from '../../../../../ui/actions/button.tsx'
import { ErrorText } from '../../../../../ui/feedback/error-text.tsx'
import { CheckRow } from '../../../../../ui/form/check-row.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../../../ui/overlay/dialog.tsx'
import { fileIdsOf, withoutAlt } from '../document/study-rules.ts'
import { NotSaved, usePublish } from '../editor-api.ts'
import { editorTexts, publishTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'

interface PublishDialogProps {
  open: boolean
  onClose: () => void
  onDone: () => void
}

/** Asks before visitors see the page as it is now. Missing alternative texts are counted and do not stop it. */
export const PublishDialog = ({ open, onClose, onDone }: PublishDialogProps) => {
  const { draft } = useOpenStudio()
  const { state } = draft.item
  const isFirst = state === 'draft' || state === 'scheduled'
  return (
    <Dialog
      open={open}
      onOpenChange={whenClosed(onClose)}
      title={isFirst ? texts.title.first : texts.title.again}
      description={
        isFirst ? texts.text.draft : state === 'hidden' ? texts.text.hidden : texts.text.shown
      }
      width="small"
    >
      <PublishForm isFirst={isFirst} onClose={onClose} onDone={onDone} />
    </Dialog>
  )
}

interface FormProps {
  isFirst: boolean
  onClose: () => void
  onDone: () => void
}

function PublishForm({ isFirst, onClose, onDone }: FormProps) {
  const { id, study, files, people, state } = useOpenStudio()
  const publish = usePublish(id)
  const [alsoPost, setAlsoPost] = useState(false)
  const { send, isSending, error } = useSendOnce({
    send: async () => {
      const revision = await state.flush()
      if (revision === null) throw new NotSaved()
      await publish({
        revision,
        state: isFirst ? { state: 'published', ...(alsoPost ? { alsoPost } : {}) } : null,
      })
    },
    onSent: onDone,
  })
  const missing = withoutAlt(fileIdsOf(study), files)
  const asked = askedIn(study.blocks, people)
  return (
    <>
      {missing === 0 ? null : (
        <div className="mt-4 flex items-start gap-2 text-14 text-warning">
          <TriangleAlert size={18} className="mt-px shrink-0" aria-hidden />
          <p>
            {texts.noAlt(missing)}
            <span className="block text-13 text-ink-3">{texts.noAltLine}</span>
          </p>
        </div>
      )}
      {asked === 0 ? null : <p className="mt-4 text-14 text-ink-2">{texts.asks(asked)}</p>}
      {isFirst ? (
        <div className="mt-4">
          <CheckRow
            label={texts.alsoPost}
            note={texts.alsoPostLine}
            checked={alsoPost}
            onChange={setAlsoPost}
          />
        </div>
      ) : null}
      {error === null || isUnauthorized(error) ? null : (
        <div className="mt-4">
          <ErrorText
            text={
              error instanceof NotSaved
                ? editorTexts.notSavedFirst
                : sentenceOf(error, texts.failed)
            }
          />
        </div>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{texts.keep}</Button>
        <Button variant="primary" busy={isSending && texts.publishing} onClick={() => send(null)}>
          {isFirst ? editorTexts.publish : editorTexts.publishChanges}
        </Button>
      </DialogFooter>
    </>
  )
}

type Studio = ReturnType<typeof useOpenStudio>

/** How many people of Plinth have not been asked or have not answered. */
const askedIn = (blocks: Studio['study']['blocks'], people: Studio['people']): number =>
  blocks
    .flatMap((block) => (block.type === 'credits' ? block.people : []))
    .filter((line) => 'personId' in line && people[line.id]?.state === 'asked').length
