import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BoardView } from '@plinth/contract/boards/boards.ts'
import { MAX_BOARD_PEOPLE, MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { usePause } from '../../lib/forms/use-pause.ts'
import { fullName } from '../../lib/format/format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorText } from '../../ui/feedback/error-text.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Field } from '../../ui/form/field.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Avatar, faceOf } from '../../ui/layout/avatar.tsx'
import { peopleQuery } from './board-api.ts'
import { shareTexts as texts } from './board-texts.ts'

const PAUSE_MS = 200

interface AddPersonProps {
  board: BoardView
  onAdd: (person: Creator) => void
}

/** Finds people by name and asks them to the board. */
export function AddPerson({ board: { owner, people }, onAdd }: AddPersonProps) {
  const [typed, setTyped] = useState('')
  const words = usePause(typed.trim(), PAUSE_MS)
  const query = useQuery(peopleQuery(words))
  if (people.length >= MAX_BOARD_PEOPLE)
    return <p className="mt-4 text-14 text-ink-3">{texts.full(MAX_BOARD_PEOPLE)}</p>
  const isOn = ({ id }: Creator) => id === owner.id || people.some(({ person }) => person.id === id)
  return (
    <div className="mt-6">
      <Field label={texts.add}>
        {(aria) => (
          <TextInput
            {...aria}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder={texts.addHint}
            autoComplete="off"
          />
        )}
      </Field>
      {words === '' ? null : query.data !== undefined ? (
        query.data.length === 0 ? (
          <p role="status" className="mt-3 text-14 text-ink-3">
            {texts.noneFound(words)}
          </p>
        ) : (
          <ul className="mt-2">
            {query.data.map((person) => (
              <li key={person.id} className="board-person">
                <span className="flex min-w-0 flex-1 items-center gap-3">
                  <Avatar {...faceOf(person)} size={36} silent />
                  <span className="min-w-0">
                    <span className="block text-16 text-ink wrap-anywhere">{fullName(person)}</span>
                    {person.handle === null ? null : (
                      <span className="block text-14 text-ink-3">@{person.handle}</span>
                    )}
                  </span>
                </span>
                {isOn(person) ? (
                  <span className="text-14 text-ink-3">{texts.isOn}</span>
                ) : (
                  <Button
                    aria-label={texts.addName(fullName(person))}
                    onClick={() => onAdd(person)}
                  >
                    {texts.addOne}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )
      ) : query.error ? (
        <div className="mt-3">
          <ErrorText text={texts.searchFailed} />
        </div>
      ) : (
        <div role="status" aria-label={texts.searching}>
          <Skeleton className="mt-4 h-9 w-3/5" />
        </div>
      )}
    </div>
  )
}
