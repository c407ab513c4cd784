import './tray.css'
import { trayTexts as texts } from './tray-texts.ts'

/** Over the page while files are dragged over it. */
export const DropHint = () => (
  <div className="tray-hint" aria-hidden>
    {texts.drop}
  </div>
)
