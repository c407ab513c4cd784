import { Check } from 'lucide-react'
import { Button } from '../../../ui/actions/button.tsx'
import { rightsTexts } from './rights-texts.ts'

const { bar: texts } = rightsTexts

interface RightsBarProps {
  /** Empty when nothing has changed: then there is no bar. */
  changed: readonly string[]
  isSaving: boolean
  forNewWorks: boolean
  onForNewWorks: (wanted: boolean) => void
  onDiscard: () => void
  onSave: () => void
}

/** Names the unsaved changes, and saves or discards them. Above the tab bar on a phone. */
export const RightsBar = (props: RightsBarProps) => {
  const { changed, isSaving, forNewWorks } = props
  return (
    <div role="region" aria-label={texts.label}>
      {changed.length === 0 ? null : (
        <div className="rights-bar">
          <div className="page flex items-center justify-between gap-4 py-3">
            <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-14 text-ink-3">
              <p role="status" className="font-semibold text-ink">
                {`${texts.changed} ${changed.join(texts.and)}.`}
              </p>
              <span>{texts.newWorks}</span>
              <button
                type="button"
                aria-pressed={forNewWorks}
                className="hit inline-flex items-center gap-1.5 font-semibold text-ink underline"
                onClick={() => props.onForNewWorks(!forNewWorks)}
              >
                {forNewWorks ? <Check size={16} aria-hidden /> : null}
                {texts.yes}
              </button>
            </div>
            <div className="flex shrink-0 gap-3">
              <Button disabled={isSaving} onClick={props.onDiscard}>
                {texts.discard}
              </Button>
              <Button variant="primary" busy={isSaving && texts.saving} onClick={props.onSave}>
                {texts.save}
              </Button>
            </div>
          </div>
        </div>
      )}
    </div>
  )
}
