import type { ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { dayOf } from '../../../lib/format/ago.ts'
import { Select } from '../../../ui/form/select.tsx'
import type { Side } from './pair.ts'
import { texts } from './compare-texts.ts'

interface VersionPickerProps {
  side: Side
  /** Those that may be on this side, the newest first. */
  versions: readonly ProofVersion[]
  newest: number | undefined
  chosen: ProofVersion
  onChoose: (number: number) => void
}

/** Which version is on a side. */
export function VersionPicker({ side, versions, newest, chosen, onChoose }: VersionPickerProps) {
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
