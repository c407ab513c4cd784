import { Link } from '@tanstack/react-router'
import { ArrowRight, Cog } from 'lucide-react'
import { roleLabel } from '@plinth/contract/http/rights.ts'
import type { AuditEntry } from '@plinth/contract/moderation/moderation.ts'
import { dateAndTime } from '../../../lib/format/format.ts'
import { toPerson } from '../../../lib/routing/paths.ts'
import { Avatar } from '../../../ui/layout/avatar.tsx'
import { actionOf, auditTexts as texts, changesOf, kindOf, type Change } from './audit-texts.ts'
import { nameOf } from '../queues/queue-rules.ts'

const { columns } = texts

/** One row per action, with old and new values. On phones the cells are stacked. */
export const AuditTable = ({
  entries,
  isOld,
}: {
  entries: readonly AuditEntry[]
  isOld: boolean
}) => (
  <table
    aria-busy={isOld || undefined}
    className="w-full text-left text-14 aria-busy:opacity-60 max-tablet:block"
  >
    <caption className="sr-only">{texts.table}</caption>
    <thead className="max-tablet:sr-only">
      <tr className="text-ink-3">
        {Object.values(columns).map((name) => (
          <th key={name} scope="col" className="py-2 pr-6 font-medium">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-tablet:block">
      {entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </tbody>
  </table>
)

const cell = 'py-3 pr-6 align-middle max-tablet:block max-tablet:p-0'

const Entry = ({ entry }: { entry: AuditEntry }) => (
  <tr className="border-t border-line hover:bg-surface-1 max-tablet:grid max-tablet:gap-1 max-tablet:py-3">
    <td className={`${cell} tnum whitespace-nowrap text-ink-3`}>
      <time dateTime={entry.createdAt}>{dateAndTime(entry.createdAt)}</time>
    </td>
    <td className={cell}>
      <Who entry={entry} />
    </td>
    <th scope="row" className={`${cell} font-normal text-ink-2`}>
      {actionOf(entry)}
    </th>
    <td className={cell}>
      <Subject entry={entry} />
    </td>
    <td className={cell}>
      <ul>
        {changesOf(entry).map((change) => (
          <ChangeLine key={change.what} change={change} />
        ))}
      </ul>
    </td>
  </tr>
)

const Who = ({ entry: { actor, actorRole } }: { entry: AuditEntry }) =>
  actor === null ? (
    <span className="flex items-center gap-2.5 font-semibold text-ink">
      <span className="grid size-8 place-items-center rounded-round bg-surface-3 text-ink-3">
        <Cog size={16} aria-hidden />
      </span>
      {texts.plinth}
    </span>
  ) : (
    <Link {...toPerson(actor)} className="hit flex items-center gap-2.5 hover:underline">
      <Avatar
        name={nameOf(actor)}
        src={actor.profileImageUrl}
        creator={actor.isCreator}
        size={32}
      />
      <span>
        <span className="block font-semibold text-ink">{nameOf(actor)}</span>
        {actorRole === null ? null : (
          <span className="block text-13 text-ink-3">{roleLabel(actorRole)}</span>
        )}
      </span>
    </Link>
  )

function Subject({ entry: { subjectKind, subjectTitle, subjectPerson } }: { entry: AuditEntry }) {
  if (subjectPerson !== null)
    return (
      <Link {...toPerson(subjectPerson)} className="hit text-ink hover:underline">
        {nameOf(subjectPerson)}
      </Link>
    )
  if (subjectTitle === null) return kindOf(subjectKind)
  return (
    <>
      <span className="work-title break-words text-ink">{subjectTitle}</span>
      <span className="text-ink-3">{`, ${kindOf(subjectKind)}`}</span>
    </>
  )
}

const ChangeLine = ({ change: { what, from, to } }: { change: Change }) => (
  <li className="line-clamp-2 max-w-[44ch] break-words">
    <span>
      <span className="text-ink-3">{`${what}: `}</span>
      {from === null ? null : <span className="text-ink-3">{from}</span>}
      {from === null || to === null ? null : (
        <>
          <ArrowRight size={14} aria-hidden className="mx-1 inline-block text-ink-3" />
          <span className="sr-only">{` ${texts.becomes} `}</span>
        </>
      )}
      {to === null ? null : <strong className="font-semibold text-ink">{to}</strong>}
    </span>
  </li>
)
