import { Dialog, whenClosed } from '../../../ui/overlay/dialog.tsx'
import { texts } from '../proof-texts.ts'

/** The keys of the room. */
export const KeysDialog = ({
  more,
  onClose,
}: {
  /** Keys of the shown medium. */
  more: readonly (readonly [key: string, does: string])[]
  onClose: () => void
}) => (
  <Dialog open onOpenChange={whenClosed(onClose)} title={texts.keys.title} width="small">
    <dl className="proof-keys">
      {[...texts.keys.list, ...more].map(([key, does]) => (
        <div key={key}>
          <dt>
            <kbd>{key}</kbd>
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
