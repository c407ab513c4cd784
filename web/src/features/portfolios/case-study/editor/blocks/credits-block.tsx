import { ArrowUp, X } from 'lucide-react'
import { MAX_ROLE_LENGTH } from '@plinth/contract/limits.ts'
import { CREDIT_ROLES } from '@plinth/contract/portfolios/credits.ts'
import type { CreditLine } from '@plinth/contract/portfolios/studies.ts'
import { fullName } from '../../../../../lib/format/format.ts'
import { IconButton } from '../../../../../ui/actions/icon-button.tsx'
import { TextInput } from '../../../../../ui/form/text-input.tsx'
import { Avatar, faceOf } from '../../../../../ui/layout/avatar.tsx'
import type { BlockOf } from '../document/study-rules.ts'
import { creditTexts as texts } from '../editor-texts.ts'
import { useOpenStudio, type Placed } from '../studio.ts'
import { AddCredit } from './add-credit.tsx'

/** Who made the work, and what each of them did. */
export function CreditsBlock({ block }: Placed<BlockOf<'credits'>>) {
  const { edit, state } = useOpenStudio()
  const { people } = block
  const roles = `roles-${block.id}`
  return (
    <>
      <ul className="editor-credits">
        {people.map((line, at) => (
          <Credit
            key={line.id}
            line={line}
            roles={roles}
            onRole={(role) => edit(block, { people: people.with(at, { ...line, role }) }, line.id)}
            onUp={
              at === 0
                ? null
                : () => edit(block, { people: people.toSpliced(at, 1).toSpliced(at - 1, 0, line) })
            }
            onRemove={() => edit(block, { people: people.toSpliced(at, 1) })}
          />
        ))}
      </ul>
      <datalist id={roles}>
        {CREDIT_ROLES.map((role) => (
          <option key={role}>{role}</option>
        ))}
      </datalist>
      <AddCredit
        taken={people.flatMap((line) => ('personId' in line ? line.personId : []))}
        onAdd={(line, person) => {
          if (person !== null) state.putPerson(line.id, person)
          edit(block, { people: [...people, line] })
        }}
      />
      <p className="mt-3 text-13 text-ink-3">{texts.note}</p>
    </>
  )
}

interface CreditProps {
  line: CreditLine
  /** The id of the list of roles. */
  roles: string
  onRole: (role: string) => void
  /** Null for the first. */
  onUp: (() => void) | null
  onRemove: () => void
}

function Credit({ line, roles, onRole, onUp, onRemove }: CreditProps) {
  const { people, draft } = useOpenStudio()
  const known = people[line.id]
  const name =
    'name' in line ? line.name : known === undefined ? texts.unknown : fullName(known.person)
  // The server asks on publishing. Until then it only knows that somebody is to be asked.
  const isSaid = known?.state !== 'asked' || draft.people[line.id] !== undefined
  const isAsked = isSaid && draft.publishedRevision !== null
  return (
    <li className="editor-credit">
      <span className="editor-credit-person">
        {known === undefined ? null : <Avatar {...faceOf(known.person)} size={36} silent />}
        <span className="min-w-0">
          <span className="block text-16 text-ink wrap-anywhere">{name}</span>
          {known === undefined || 'name' in line ? null : (
            <span className="block text-13 text-ink-3">
              {known.state === 'asked' && !isAsked ? texts.notAsked : texts.states[known.state]}
            </span>
          )}
        </span>
      </span>
      <TextInput
        aria-label={texts.role(name)}
        list={roles}
        value={line.role}
        placeholder={texts.roleHint}
        maxLength={MAX_ROLE_LENGTH}
        autoComplete="off"
        onChange={({ target }) => onRole(target.value)}
        // A credit says what somebody did.
        onBlur={() => {
          if (line.role.trim() === '') onRole(texts.firstRole)
        }}
      />
      <span className="flex">
        <IconButton name={texts.up(name)} disabled={onUp === null} onClick={() => onUp?.()}>
          <ArrowUp size={18} aria-hidden />
        </IconButton>
        <IconButton name={texts.remove(name)} onClick={onRemove}>
          <X size={18} aria-hidden />
        </IconButton>
      </span>
    </li>
  )
}
