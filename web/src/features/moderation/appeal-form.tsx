import { useQueryClient } from '@tanstack/react-query'
import {
  MAX_APPEAL_LENGTH,
  createAppeal,
  listTakenDown,
  type RestorableKind,
  getOwnLimits,
} from '@plinth/contract/moderation/appeals.ts'
import { getSubscription } from '@plinth/contract/money/billing.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { useTextDraft } from '../../lib/forms/use-text-draft.ts'
import { ReasonForm } from '../../ui/form/reason-form.tsx'
import { useViewer } from '../session/use-viewer.ts'
import { takenDownTexts as texts } from './moderation-texts.ts'

/** An appeal against a takedown, a strike or the end of creator rights. The text is saved as a draft until it has been sent. */
export function AppealForm({
  kind,
  id,
  onDone,
}: {
  kind: RestorableKind | 'creator' | 'strike'
  id: string
  onDone: () => void
}) {
  const client = useQueryClient()
  const draft = useTextDraft(`appeal.${id}`, useViewer()?.id ?? '')
  const sending = useSendOnce({
    send: (words: string) => call(createAppeal, { body: { kind, id, text: words } }),
    onSent: async () => {
      await readAgain(client, [listTakenDown, getOwnLimits, getSubscription])
      draft.drop()
      onDone()
    },
  })
  const error = sending.error === null || isUnauthorized(sending.error) ? null : sending.error
  return (
    <ReasonForm
      isInPage
      note={draft.text}
      onNote={draft.setText}
      label={kind === 'creator' || kind === 'strike' ? texts.questions[kind] : texts.text}
      hint={texts.hint}
      rows={6}
      maxLength={MAX_APPEAL_LENGTH}
      missing={texts.missing}
      tooLong={texts.long}
      problem={error && `${texts.failed} ${sentenceOf(error, '')}`.trim()}
      send={texts.send}
      busy={sending.isSending && texts.sending}
      cancel={texts.cancel}
      onSend={() => sending.send(draft.text)}
      onCancel={onDone}
    />
  )
}
