import './decide.css'
import { Check, RotateCcw } from 'lucide-react'
import { FILE_VERDICTS, type FileDecision } from '@plinth/contract/proofing/decisions.ts'
import type { ProofRoom, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { nameOfAuthor } from '../proof-texts.ts'
import { useVerdict } from './decide-api.ts'
import { decideTexts } from './decide-texts.ts'

const texts = decideTexts.verdict
const ICONS = { approved: Check, change: RotateCcw } as const

const decisionOn = (room: ProofRoom, versionId: string | undefined): FileDecision | undefined =>
  room.decisions.find((one) => one.versionId === versionId)

/** Says of the shown file that it is right or not; whoever may not reads what was said. */
export function FileVerdict({ room, version }: { room: ProofRoom; version: ProofVersion }) {
  const verdict = useVerdict(room.id)
  const known = decisionOn(room, version.id)
  if (!room.rights.includes('decide'))
    return known === undefined ? null : (
      <p className="verdict-said">{texts.said[known.verdict](nameOfAuthor(known.by))}</p>
    )
  const shown = verdict.isPending ? verdict.variables.verdict : known?.verdict
  return (
    <div role="group" aria-label={`${texts.heading}, ${version.fileName}`} className="verdict">
      <span aria-hidden>{texts.heading}</span>
      {FILE_VERDICTS.map((one) => {
        const Icon = ICONS[one]
        return (
          <button
            key={one}
            type="button"
            className="proof-tool"
            aria-pressed={one === shown}
            onClick={() => {
              if (one !== shown) verdict.mutate({ versionId: version.id, verdict: one })
            }}
          >
            <Icon size={18} aria-hidden />
            {texts.say[one]}
          </button>
        )
      })}
    </div>
  )
}

/** What was said of the newest version of a file. */
export function VerdictBadge({
  room,
  versionId,
}: {
  room: ProofRoom
  versionId: string | undefined
}) {
  const known = decisionOn(room, versionId)
  if (known === undefined) return null
  const Icon = ICONS[known.verdict]
  return (
    <span className="verdict-badge" data-verdict={known.verdict} title={texts.badge[known.verdict]}>
      <Icon size={16} aria-hidden />
      <span className="sr-only">{texts.badge[known.verdict]}</span>
    </span>
  )
}
