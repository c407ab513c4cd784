import { X } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { texts as all } from '../proof-texts.ts'
import type { Moment } from '../stage/stage.ts'
import type { CommentDraft } from './use-comment-draft.ts'
import { WordsField } from './words-field.tsx'

const texts = all.comments

interface CommentFieldProps {
  version: ProofVersion
  moment: Moment
  draft: CommentDraft
  /** The time of the moment in the file's own terms, shown before the words. */
  lead?: ReactNode
  onSend: () => void
  ref?: Ref<{ focus: () => void }>
}

/** What a comment would be about, and its words. */
export function CommentField({ version, moment, draft, lead, onSend, ref }: CommentFieldProps) {
  const { drawn, text } = draft
  return (
    <div className="proof-write">
      <WordsField
        ref={ref}
        label={aboutOf({ version, moment, draft })}
        value={text}
        onValueChange={draft.setText}
        onSend={onSend}
        lead={lead}
      />
      {text.trim() === '' && drawn === null ? null : (
        <div className="proof-write-acts">
          {drawn === null ? null : (
            <IconButton name={texts.dropShape} onClick={() => draft.setDrawn(null)}>
              <X size={18} aria-hidden />
            </IconButton>
          )}
          <Button size={44} disabled={text.trim() === ''} onClick={onSend}>
            {texts.send}
          </Button>
        </div>
      )}
    </div>
  )
}

function aboutOf({
  version: { kind },
  moment,
  draft: { drawn },
}: Pick<CommentFieldProps, 'version' | 'moment' | 'draft'>): string {
  if (drawn !== null && drawn.shape !== 'whole') return texts.onShape[drawn.shape]
  if (moment.page !== null) return texts.onPage
  if (moment.from === null) return texts.onWhole[kind]
  if (moment.to !== null) return texts.onSpan
  return kind === 'video' ? texts.onMoment : texts.onSecond
}
