import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  MAX_APPEAL_LENGTH,
  createAppeal,
  listTakenDown,
  type TakenDownKind,
} from '@plinth/contract/moderation/appeals.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { readAgain } from '../../lib/cache/writes.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { ReasonForm } from '../../ui/form/reason-form.tsx'
import { takenDownTexts as texts } from './moderation-texts.ts'

/** An appeal against a takedown. */
export function AppealForm({
  kind,
  id,
  onDone,
}: {
  kind: TakenDownKind
  id: string
  onDone: () => void
}) {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const sending = useSendOnce({
    send: (words: string) => call(createAppeal, { body: { kind, id, text: words } }),
    onSent: async () => {
      await readAgain(client, [listTakenDown])
      onDone()
    },
  })
  const error = sending.error === null || isUnauthorized(sending.error) ? null : sending.error
  return (
    <ReasonForm
      isInPage
      note={text}
      onNote={setText}
      label={texts.text}
      hint={texts.hint}
      rows={6}
      maxLength={MAX_APPEAL_LENGTH}
      missing={texts.missing}
      tooLong={texts.long}
      problem={error && `${texts.failed} ${sentenceOf(error, '')}`.trim()}
      send={texts.send}
      busy={sending.isSending && texts.sending}
      cancel={texts.cancel}
      onSend={() => sending.send(text)}
      onCancel={onDone}
    />
  )
}
