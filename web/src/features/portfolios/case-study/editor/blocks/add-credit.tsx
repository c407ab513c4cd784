import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_CREDITS, MAX_ROLE_LENGTH } from '@plinth/contract/limits.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import type { CreditLine } from '@plinth/contract/portfolios/studies.ts'
import { newIdempotencyKey } from '../../../../../lib/forms/idempotency.ts'
import { usePause } from '../../../../../lib/forms/use-pause.ts'
import { fullName } from '../../../../../lib/format/format.ts'
import { Button } from '../../../../../ui/actions/button.tsx'
import { ErrorText } from '../../../../../ui/feedback/error-text.tsx'
import { Skeleton } from '../../../../../ui/feedback/skeleton.tsx'
import { Field } from '../../../../../ui/form/field.tsx'
import { TextInput } from '../../../../../ui/form/text-input.tsx'
import { Avatar, faceOf } from '../../../../../ui/layout/avatar.tsx'
import { peopleQuery } from '../editor-api.ts'
import { creditTexts as texts } from '../editor-texts.ts'

const PAUSE_MS = 200

interface AddCreditProps {
  /** The ids of people who are named already. */
  taken: readonly string[]
  /** The person is null for a typed name. */
  onAdd: (line: CreditLine, person: Creator | null) => void
}

/** Finds people of Plinth by name, or takes the name as it is. */
export function AddCredit({ taken, onAdd }: AddCreditProps) {
  const [typed, setTyped] = useState('')
  const words = usePause(typed.trim(), PAUSE_MS)
  const { data: people, error } = useQuery(peopleQuery(words))
  if (taken.length >= MAX_CREDITS)
    return <p className="mt-4 text-14 text-ink-3">{texts.full(MAX_CREDITS)}</p>
  const add = (who: { personId: string } | { name: string }, person: Creator | null) => {
    onAdd({ id: newIdempotencyKey(), ...who, role: texts.firstRole }, person)
    setTyped('')
  }
  return (
    <div className="mt-4">
      <Field label={texts.add}>
        {(aria) => (
          <TextInput
            {...aria}
            value={typed}
            maxLength={MAX_ROLE_LENGTH}
            placeholder={texts.addHint}
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        )}
      </Field>
      {words === '' ? null : (
        <div className="mt-2">
          {people !== undefined ? (
            people.length === 0 ? (
              <p role="status" className="py-2 text-14 text-ink-3">
                {texts.noneFound(words)}
              </p>
            ) : (
              <ul>
                {people.map((person) => (
                  <li key={person.id} className="editor-found">
                    <span className="editor-credit-person">
                      <Avatar {...faceOf(person)} size={36} silent />
                      <span className="text-16 text-ink wrap-anywhere">{fullName(person)}</span>
                    </span>
                    <Button
                      disabled={taken.includes(person.id)}
                      onClick={() => add({ personId: person.id }, person)}
                    >
                      {texts.addPerson(fullName(person))}
                    </Button>
                  </li>
                ))}
              </ul>
            )
          ) : error ? (
            <ErrorText text={texts.searchFailed} />
          ) : (
            <div role="status" aria-label={texts.searching}>
              <Skeleton className="mt-2 h-9 w-3/5" />
            </div>
          )}
          <Button className="mt-2 max-w-full" onClick={() => add({ name: words }, null)}>
            <span className="truncate">{texts.addNamed(words)}</span>
          </Button>
        </div>
      )}
    </div>
  )
}
