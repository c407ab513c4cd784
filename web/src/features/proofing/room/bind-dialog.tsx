import { useState } from 'react'
import type { ProofRoom, ProofThing, ProofVersion } from '@plinth/contract/proofing/rooms.ts'
import { refusedOr } from '../../../lib/api/errors.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { showError } from '../../../ui/feedback/toast.ts'
import { Tick } from '../../../ui/form/tick.tsx'
import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { useBindVersion } from '../proof-api.ts'
import { texts as all } from '../proof-texts.ts'
import { texts } from './bind-texts.ts'
import { byLikeness } from './likeness-rules.ts'
import { texts as likenessTexts } from './likeness-texts.ts'

/** Says which file the shown one replaces. */
export function BindDialog({
  room,
  thing,
  version,
  onClose,
  onBound,
}: {
  room: ProofRoom
  thing: ProofThing
  version: ProofVersion
  onClose: () => void
  onBound: () => void
}) {
  const bind = useBindVersion(room.id)
  const [thingId, setThingId] = useState(thing.versions.length > 1 ? thing.id : '')
  // A thing that has a version of the same delivery can't have another.
  const others = room.things.filter(
    ({ versions }) =>
      versions.some(({ delivery }) => delivery < version.delivery) &&
      !versions.some((one) => one.delivery === version.delivery && one.id !== version.id),
  )
  const choices = [
    { id: '', name: texts.own, isAlike: false },
    ...byLikeness(others, room, version).map(({ thing: { id, versions }, isAlike }) => ({
      id,
      name: versions[0]?.fileName ?? '',
      isAlike,
    })),
  ]
  const save = () =>
    bind.mutate(
      { versionId: version.id, thingId: thingId === '' ? null : thingId },
      {
        onSuccess: () => {
          onBound()
          onClose()
        },
        onError: (error) => showError(likenessTexts.failed, refusedOr(error, all.comments.failed)),
      },
    )
  return (
    <Dialog
      open
      onOpenChange={whenClosed(onClose)}
      title={texts.title}
      description={texts.text(version.fileName)}
      width="small"
    >
      <fieldset className="proof-bind">
        <legend className="sr-only">{texts.title}</legend>
        {choices.map(({ id, name, isAlike }) => (
          <label key={id}>
            <Tick
              type="radio"
              name="thing"
              checked={thingId === id}
              onChange={() => setThingId(id)}
            />
            <span className="wrap-anywhere">{name}</span>
            {isAlike ? <span className="text-13 text-ink-3">{texts.alike}</span> : null}
          </label>
        ))}
      </fieldset>
      <div className="proof-write-acts">
        <Button variant="quiet" onClick={onClose}>
          {all.comments.cancel}
        </Button>
        <Button variant="primary" busy={bind.isPending && all.comments.sending} onClick={save}>
          {texts.save}
        </Button>
      </div>
    </Dialog>
  )
}
