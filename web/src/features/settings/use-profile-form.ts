import { useQueryClient } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { updateProfile } from '@plinth/contract/people/profile.ts'
import { getProfile, type OwnUser } from '@plinth/contract/people/users.ts'
import { ApiError, call, isUnauthorized } from '../../lib/api/api.ts'
import { putAnswer, readAgain } from '../../lib/cache/writes.ts'
import { focusProblem } from '../../lib/forms/focus.ts'
import { useSendOnce } from '../../lib/forms/use-send-once.ts'
import { refusedOr } from '../../lib/api/errors.ts'
import { showError, toast } from '../../ui/feedback/toast.ts'
import { viewerQuery } from '../session/session-api.ts'
import { adjustmentsOf, type Adjustment } from './colour-rules.ts'
import {
  COLOUR_KEYS,
  changedFields,
  changesOf,
  fieldOf,
  fieldsOf,
  problemsIn,
  type FieldName,
  type Problems,
  type ProfileFields,
} from './profile-form.ts'
import { texts } from './settings-texts.ts'

/** The form of the viewer's own profile. What was typed survives a save that fails. */
export function useProfileForm(own: OwnUser, element: RefObject<HTMLFormElement | null>) {
  const client = useQueryClient()
  const saved = fieldsOf(own)
  const [typed, setTyped] = useState<Partial<ProfileFields>>({})
  const [problems, setProblems] = useState<Problems>({})
  const fields: ProfileFields = { ...saved, ...typed }
  const changed = changedFields(fields, saved)
  /** Shows the problems on their fields and moves the focus to the first. */
  const show = (current: Problems): boolean => {
    setProblems(current)
    const hasAny = Object.keys(current).length > 0
    if (hasAny && element.current !== null) focusProblem(element.current)
    return hasAny
  }

  const { send, isSending } = useSendOnce({
    send: ({ names, sent }: { names: readonly FieldName[]; sent: ProfileFields }) =>
      call(updateProfile, { body: changesOf(sent, names) }),
    onSent: (after, { names, sent }) => {
      putAnswer(client, viewerQuery, after)
      void readAgain(client, [{ endpoint: getProfile, params: { id: after.id } }])
      // Fields that were changed during the save stay unsaved.
      setTyped((now) =>
        Object.fromEntries(
          Object.entries(now).filter(([name, value]) => sent[name as FieldName] !== value),
        ),
      )
      const isColoured = COLOUR_KEYS.some((key) => names.includes(key))
      const adjusted = isColoured ? adjustmentsOf(after.profileColors) : []
      toast({ title: texts.saved, description: savedLine(adjusted), variant: 'success' })
    },
    onFailed: (error) => {
      if (isUnauthorized(error)) return
      show(problemsOf(error))
      showError(texts.saveFailed, refusedOr(error, texts.saveFailedLine))
    },
  })

  return {
    fields,
    changed,
    problems,
    isSaving: isSending,
    /** Replacements of the saved colours, while none of them is being changed. */
    adjusted: COLOUR_KEYS.some((key) => changed.includes(key))
      ? []
      : adjustmentsOf(own.profileColors),
    set: (name: FieldName, value: string) => {
      setTyped((now) => ({ ...now, [name]: value }))
      setProblems(({ [name]: _solved, ...others }) => others)
    },
    discard: () => {
      setTyped({})
      setProblems({})
    },
    /** Sends the changes unless the form has errors. */
    save: () => {
      if (!show(problemsIn(fields)) && changed.length > 0) send({ names: changed, sent: fields })
    },
  }
}
export type ProfileForm = ReturnType<typeof useProfileForm>

const savedLine = (adjusted: readonly Adjustment[]): string =>
  adjusted.length === 0
    ? texts.savedLine
    : adjusted
        .map(({ colour, own, shown }) => texts.savedAdjusted(texts.fields[colour], own, shown))
        .join(' ')

function problemsOf(error: unknown): Problems {
  if (!(error instanceof ApiError)) return {}
  const problems: Problems = {}
  for (const [name, sentence] of Object.entries(error.fields)) {
    const field = fieldOf(name)
    if (field !== undefined) problems[field] = sentence
  }
  return problems
}
