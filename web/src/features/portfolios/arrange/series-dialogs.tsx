import { useState } from 'react'
import { Button } from '../../../ui/actions/button.tsx'
import { pictureSources } from '../../../lib/media/sources.ts'
import { Picture } from '../../../ui/media/picture.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../ui/overlay/dialog.tsx'
import type { Asked, SeriesDialogsProps } from './acts.ts'
import { seriesTexts as texts } from './arrange-texts.ts'
import type { ShownEntry } from './entry-view.ts'
import { EditSeries } from './edit-series.tsx'
import { NewSeries } from './new-series.tsx'

/** The dialogs about series over the wall. Each keeps its content while it closes. */
export function SeriesDialogs(props: SeriesDialogsProps) {
  const { asked, entries, onClose } = props
  const [shown, setShown] = useState(asked)
  if (asked !== null && asked !== shown) setShown(asked)
  const isOpen = (kind: Asked['kind']) => asked?.kind === kind
  const edited =
    shown?.kind === 'edit' ? (entries.find(({ id }) => id === shown.one.id) ?? shown.one) : null
  return (
    <>
      <Dialog
        open={isOpen('new')}
        onOpenChange={whenClosed(onClose)}
        title={texts.newTitle}
        width="narrow"
        {...(shown?.kind === 'new' ? { description: texts.newLine(shown.ids.length) } : {})}
      >
        {shown?.kind === 'new' ? <NewSeries {...props} ids={shown.ids} /> : null}
      </Dialog>
      <Dialog
        open={isOpen('into')}
        onOpenChange={whenClosed(onClose)}
        title={shown?.kind === 'into' ? texts.pickTitle(shown.one.title) : texts.newTitle}
        width="narrow"
      >
        {shown?.kind === 'into' ? <IntoSeries {...props} one={shown.one} /> : null}
      </Dialog>
      <Dialog
        open={isOpen('edit')}
        onOpenChange={whenClosed(onClose)}
        title={texts.editTitle}
        description={texts.editLine}
        width="medium"
      >
        {edited?.series ? (
          <EditSeries {...props} key={edited.id} one={edited} series={edited.series} />
        ) : null}
      </Dialog>
    </>
  )
}

/** Puts a work into one of the series on the wall. */
function IntoSeries({
  one,
  entries,
  changes,
  onClose,
  onChoose,
  onSaid,
}: SeriesDialogsProps & { one: ShownEntry }) {
  const all = entries.filter(({ series }) => series !== null)
  return (
    <>
      {all.length === 0 ? <p className="mt-4 text-16 text-ink-2">{texts.pickNone}</p> : null}
      <ul className="mt-5">
        {all.map((series) => (
          <li key={series.id}>
            <button
              type="button"
              className="arrange-beside arrange-pick"
              onClick={() => {
                onClose()
                changes.putInside(one.id, series.id)
                onSaid(texts.isIn(one.title, series.title))
              }}
            >
              <span className="arrange-thumb">
                {series.image === null ? null : (
                  <Picture picture={pictureSources(series.image)} alt="" sizes="72px" fit="cover" />
                )}
              </span>
              <span className="min-w-0 flex-1">
                <span className="work-title block truncate text-16 text-ink">{series.title}</span>
                <span className="tnum block text-14 text-ink-3">{series.line}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button onClick={onClose}>{texts.cancel}</Button>
        <Button
          variant={all.length === 0 ? 'primary' : 'secondary'}
          onClick={() => onChoose([one.id])}
        >
          {all.length === 0 ? texts.chooseWorks : texts.new}
        </Button>
      </DialogFooter>
    </>
  )
}
