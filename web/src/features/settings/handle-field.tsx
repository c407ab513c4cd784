import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  changeHandle,
  checkHandle,
  cleanHandle,
  MAX_HANDLE_LENGTH,
} from '@plinth/contract/people/handles.ts'
import { getProfile, type OwnUser } from '@plinth/contract/people/users.ts'
import { call, isUnauthorized, sentenceOf } from '../../lib/api/api.ts'
import { answerOf } from '../../lib/cache/answers.ts'
import { putAnswer, readAgain } from '../../lib/cache/writes.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { Button } from '../../ui/actions/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { viewerQuery } from '../session/session-api.ts'
import { askedHandle, handleNote, handleTexts as texts } from './handle-form.ts'
import { texts as all } from './settings-texts.ts'

const PAUSE_MS = 300

/** The value as it was when it last stayed the same for a moment. */
function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return settled
}

/** The viewer's handle. It is changed by its own button, apart from the rest of the profile. */
export function HandleField({ own }: { own: OwnUser }) {
  const client = useQueryClient()
  const handle = own.handle ?? ''
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const text = typed ?? handle
  const asked = askedHandle(text, handle)
  const settled = useSettled(asked)
  const { data, isError } = useQuery({
    ...answerOf(checkHandle, { params: { handle: settled ?? '' } }),
    enabled: settled !== null,
    // Somebody else may have taken it in the meantime.
    staleTime: 0,
  })
  const note = handleNote({
    typed: text,
    own: handle,
    changesAt: own.handleChangesAt,
    state: settled === asked ? (isError ? 'unknown' : data?.state) : undefined,
  })
  const { send, isSending } = useSendOnce({
    send: (wanted: string) => call(changeHandle, { body: { handle: wanted } }),
    onSent: (after) => {
      putAnswer(client, viewerQuery, { ...own, ...after })
      void readAgain(client, [{ endpoint: getProfile, params: { id: own.id } }])
      setTyped(null)
      toast({
        title: texts.changed(after.handle),
        description: texts.changedLine,
        variant: 'success',
      })
    },
    onFailed: (error) => {
      if (!isUnauthorized(error)) setRefusal(sentenceOf(error, texts.failed))
    },
  })
  const change = () => {
    if (note.canSend) send(cleanHandle(text))
  }
  const isLocked = own.handleChangesAt !== null
  const wrong = refusal ?? (note.isWrong ? note.text : undefined)
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <Field
        label={all.fields.handle}
        error={wrong}
        hint={<span role="status">{note.text}</span>}
        className="min-w-0 flex-1 basis-60"
      >
        {(control) => (
          <TextInput
            {...control}
            prefix="@"
            value={text}
            readOnly={isLocked}
            // One more, for the @ that somebody may paste along.
            maxLength={MAX_HANDLE_LENGTH + 1}
            autoCapitalize="none"
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => {
              setTyped(event.target.value)
              setRefusal(null)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // Enter would send the form around it.
              event.preventDefault()
              change()
            }}
          />
        )}
      </Field>
      {isLocked || asked === null ? null : (
        <Button
          className="mt-7.5"
          disabled={!note.canSend}
          busy={isSending && texts.changing}
          onClick={change}
        >
          {texts.change}
        </Button>
      )}
    </div>
  )
}
