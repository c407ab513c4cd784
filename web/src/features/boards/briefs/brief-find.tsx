import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_SEARCH_LENGTH } from '@plinth/contract/limits.ts'
import type { Creator } from '@plinth/contract/people/users.ts'
import { usePause } from '../../../lib/forms/use-pause.ts'
import { fullName } from '../../../lib/format/format.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { TextInput } from '../../../ui/form/text-input.tsx'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { peopleQuery } from '../board-api.ts'
import { composeTexts as texts } from './brief-texts.ts'

const PAUSE_MS = 200

interface BriefFindProps {
  isThere: (person: Creator) => boolean
  onFound: (person: Creator) => void
}

/** Finds creators by name. */
export function BriefFind({ isThere, onFound }: BriefFindProps) {
  const [typed, setTyped] = useState('')
  const words = usePause(typed.trim(), PAUSE_MS)
  const query = useQuery(peopleQuery(words))
  const found = query.data?.filter(({ isCreator }) => isCreator)
  return (
    <div className="mt-2">
      <Field label={texts.findLabel}>
        {(aria) => (
          <TextInput
            {...aria}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            // Enter would send the brief.
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.preventDefault()
            }}
            maxLength={MAX_SEARCH_LENGTH}
            autoComplete="off"
          />
        )}
      </Field>
      {words === '' ? null : (
        <p role="status" className="mt-2 text-14 text-ink-3">
          {query.error
            ? texts.searchFailed
            : found === undefined
              ? texts.searching
              : found.length === 0
                ? texts.noneFound(words)
                : ''}
        </p>
      )}
      <ul>
        {found?.map((person) => (
          <li key={person.id} className="brief-creator">
            <Avatar {...faceOf(person)} size={36} silent />
            <span className="min-w-0 flex-1 text-16 text-ink wrap-anywhere">
              {fullName(person)}
            </span>
            {isThere(person) ? (
              <span className="text-14 text-ink-3">{texts.isThere}</span>
            ) : (
              <Button aria-label={texts.addName(fullName(person))} onClick={() => onFound(person)}>
                {texts.add}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
