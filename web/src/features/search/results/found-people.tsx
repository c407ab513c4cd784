import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { FoundPerson } from '@plinth/contract/search/search.ts'
import { fromPrice, fullName } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { Avatar, faceOf } from '../../../ui/layout/avatar.tsx'
import { MarkedText } from './marked-text.tsx'

/** `Bergen, Norway. From $280`; empty for somebody who says neither. */
const placeLine = ({ location, fromPrice: sum }: FoundPerson): string =>
  [location, sum === null ? null : fromPrice(sum)].filter((part) => part !== null).join('. ')

interface FoundPeopleProps {
  people: readonly FoundPerson[]
  /** The words that were searched for. */
  words: string
  /** The button to follow somebody. */
  renderFollow: (person: FoundPerson) => ReactNode
}

/** People in rows: who they are, what they write of themselves, and where they are. */
export const FoundPeople = ({ people, words, renderFollow }: FoundPeopleProps) => (
  <ul>
    {people.map((person) => (
      <li key={person.id} className="found-row items-center">
        <Link {...toPerson(person)} className="group flex min-w-0 flex-1 items-center gap-4">
          <Avatar {...faceOf(person)} size={52} />
          <span className="min-w-0 flex-1">
            <span className="flex flex-wrap items-baseline gap-x-2.5">
              <span className="truncate text-16 font-semibold text-ink group-hover:underline">
                {fullName(person)}
              </span>
              {person.handle === null ? null : (
                <span className="text-14 text-ink-3 max-tablet:hidden">@{person.handle}</span>
              )}
            </span>
            {person.bio === null || person.bio === '' ? null : (
              <span className="block truncate text-14 text-ink-2 max-tablet:hidden">
                <MarkedText text={person.bio} words={words} />
              </span>
            )}
            <span className="block truncate text-13 text-ink-3">{placeLine(person)}</span>
          </span>
        </Link>
        {renderFollow(person)}
      </li>
    ))}
  </ul>
)
