import { Check, Undo2 } from 'lucide-react'
import type { WallState } from '@plinth/contract/portfolios/walls.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { arrangeTexts as texts } from './arrange-texts.ts'
import type { WallChanges } from './use-wall-changes.ts'

interface ArrangeHeadProps {
  state: WallState
  changes: WallChanges
  isPhone: boolean
}

/** What this screen is, the way back, and whether the last change has arrived. */
export function ArrangeHead({ state, changes, isPhone }: ArrangeHeadProps) {
  const { isSaving, isFailed, hasSaved, undoesHide, retry, undo } = changes
  const canUndo = (state.canUndo || undoesHide) && !isFailed
  return (
    <div className="arrange-head">
      <div className="min-w-0">
        <h1 className="display text-32 text-ink">{texts.title}</h1>
        <p className="mt-1 text-14 text-ink-2">{isPhone ? texts.linePhone : texts.line}</p>
      </div>
      <div className="arrange-state">
        <Button variant="quiet" disabled={!canUndo} onClick={undo}>
          <Undo2 size={18} aria-hidden />
          {texts.undo}
        </Button>
        <p role="status" className="flex items-center gap-2 text-14 text-ink-3">
          {isFailed && !isSaving ? (
            <>
              <span className="text-danger">{texts.notSaved}</span>
              <button type="button" className="text-link hit" onClick={retry}>
                {texts.again}
              </button>
            </>
          ) : isSaving ? (
            texts.saving
          ) : hasSaved || state.moves > 0 ? (
            <>
              <Check size={16} className="text-success" aria-hidden />
              {texts.saved}
            </>
          ) : null}
        </p>
      </div>
    </div>
  )
}
