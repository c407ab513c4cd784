import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { Select } from '../../../ui/form/select.tsx'
import type { Side } from './compare-rules.ts'
import { texts } from './compare-texts.ts'

interface VersionPickerProps {
  side: Side
  /** The newest first. */
  versions: readonly ProofVersion[]
  chosen: ProofVersion
  onChoose: (number: number) => void
}

/** Which version is on a side. */
export function VersionPicker({ side, versions, chosen, onChoose }: VersionPickerProps) {
  const newest = versions[0]?.number
  return (
    <Select
      variant="quiet"
      aria-label={texts.pick[side]}
      className="compare-picker"
      value={String(chosen.number)}
      options={versions.map(({ number, deliveredAt }) => ({
        value: String(number),
        label: texts.dated(number, dayOf(deliveredAt), number === newest),
      }))}
      onValueChange={(number) => onChoose(Number(number))}
    />
  )
}
