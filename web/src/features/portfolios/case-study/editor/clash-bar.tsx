import { lazy, useState } from 'react'
import { X } from 'lucide-react'
import { IconButton } from '../../../../ui/actions/icon-button.tsx'
import { OnceOpened } from '../../../../ui/overlay/once-opened.tsx'
import { clashTexts as texts } from './editor-texts.ts'
import { useOpenStudio } from './studio.ts'

const ClashDialog = lazy(async () => ({
  default: (await import('./dialogs/clash-dialog.tsx')).ClashDialog,
}))

/** Says that the page was saved in another window, and whether the person has to choose. */
export function ClashBar() {
  const { shown, state } = useOpenStudio()
  const [isOpen, setOpen] = useState(false)
  const { theirs, clashes } = shown
  return (
    <>
      <div role="status">
        {theirs === null ? null : (
          <div className="editor-clash">
            <p className="text-14 text-ink">
              {clashes.length > 0 ? texts.changed : texts.merged}{' '}
              <button type="button" className="text-link hit" onClick={() => setOpen(true)}>
                {texts.show}
              </button>
            </p>
            {clashes.length > 0 ? null : (
              <IconButton name={texts.dismiss} onClick={state.putTheirsAway}>
                <X size={18} aria-hidden />
              </IconButton>
            )}
          </div>
        )}
      </div>
      <OnceOpened open={isOpen}>
        <ClashDialog open={isOpen} onClose={() => setOpen(false)} />
      </OnceOpened>
    </>
  )
}
