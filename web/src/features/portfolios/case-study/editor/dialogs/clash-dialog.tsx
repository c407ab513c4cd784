import { useId } from 'react'
import { Button } from '../../../../../ui/actions/button.tsx'
import { Dialog, DialogFooter, whenClosed } from '../../../../../ui/overlay/dialog.tsx'
import { nameOf } from '../block-view.ts'
import type { Clash } from '../document/merge-rules.ts'
import type { Files } from '../document/study-rules.ts'
import { blockTexts, clashTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'
import { BlockView, StudyView } from '../study-view.tsx'

interface ClashDialogProps {
  open: boolean
  onClose: () => void
}

/** The other window's version. What both windows changed is shown side by side. */
export function ClashDialog({ open, onClose }: ClashDialogProps) {
  const { shown, state, files, people } = useOpenStudio()
  const { clashes, theirs } = shown
  return (
    <Dialog
      open={open && theirs !== null}
      onOpenChange={whenClosed(onClose)}
      title={texts.title}
      description={clashes.length > 0 ? texts.text : texts.none}
      width="wide"
    >
      {clashes.map((clash) => (
        <Choice
          key={clash.id}
          clash={clash}
          onChoose={(side) => {
            state.choose(clash, side)
            if (clashes.length === 1) onClose()
          }}
        />
      ))}
      {theirs === null || clashes.length > 0 ? null : (
        <div className="mt-6">
          <p className="work-title text-32 text-ink wrap-anywhere">{theirs.title}</p>
          <p className="mt-2 mb-6 text-16 whitespace-pre-line text-ink-2">{theirs.description}</p>
          <StudyView blocks={theirs.blocks} files={files} people={people} />
        </div>
      )}
      <DialogFooter>
        <Button onClick={onClose}>{texts.dismiss}</Button>
      </DialogFooter>
    </Dialog>
  )
}

const HEADS = {
  title: blockTexts.title,
  description: blockTexts.description,
  coverId: texts.coverId,
}

function nameOfClash(clash: Clash, files: Files): string {
  if (clash.kind === 'head') return HEADS[clash.id]
  const block = clash.mine ?? clash.theirs
  return block === null ? '' : nameOf(block, files)
}

interface ChoiceProps {
  clash: Clash
  onChoose: (side: 'mine' | 'theirs') => void
}

function Choice({ clash, onChoose }: ChoiceProps) {
  const { files } = useOpenStudio()
  const id = useId()
  const name = nameOfClash(clash, files)
  return (
    <section className="editor-choice" aria-labelledby={id}>
      <h3 id={id} className="text-16 font-semibold text-ink">
        {name}
      </h3>
      <div className="editor-sides">
        {(['mine', 'theirs'] as const).map((side) => (
          <div key={side} className="editor-side">
            <h4 className="text-14 text-ink-3">{texts[side]}</h4>
            <Version clash={clash} side={side} />
            <Button
              aria-label={side === 'mine' ? texts.keepMineOf(name) : texts.takeTheirsOf(name)}
              onClick={() => onChoose(side)}
            >
              {side === 'mine' ? texts.keepMine : texts.takeTheirs}
            </Button>
          </div>
        ))}
      </div>
    </section>
  )
}

function Version({ clash, side }: { clash: Clash; side: 'mine' | 'theirs' }) {
  const { files, people } = useOpenStudio()
  if (clash.kind === 'block') {
    const block = clash[side]
    if (block === null) return <p className="text-16 text-ink-2">{texts.deleted}</p>
    return <BlockView block={block} files={files} people={people} />
  }
  const words = clash.id === 'coverId' ? files[clash[side]]?.fileName : clash[side]
  return (
    <p className="text-16 whitespace-pre-line text-ink wrap-anywhere">{words || texts.empty}</p>
  )
}
