import { ArrowDown, ArrowUp, Copy, Plus, SlidersHorizontal, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { IconButton } from '../../../../../ui/actions/icon-button.tsx'
import { nameOf } from '../block-view.ts'
import { blockTexts as texts, editorTexts, listTexts } from '../editor-texts.ts'
import { useOpenStudio, type Placed } from '../studio.ts'
import { CompareBlock } from './compare-block.tsx'
import { CreditsBlock } from './credits-block.tsx'
import { GridBlock } from './grid-block.tsx'
import { MediaBlock } from './media-block.tsx'
import { FactsBlock, QuoteBlock, TextBlock } from './word-blocks.tsx'

interface StudyBlockProps {
  block: Block
  place: number
  /** Opens the list of blocks that can be added behind it. */
  onAdd: (anchor: HTMLElement) => void
  /** Opens the settings, where they are not beside the page. */
  onSettings: (() => void) | null
  /** What takes the focus after the block was deleted. */
  onRemoved: (next: string) => void
}

const FIELDS = 'input, textarea, [contenteditable=true], button'

/** A block as it is edited in its place, with its tools while it is chosen. */
export function StudyBlock({ block, place, onAdd, onSettings, onRemoved }: StudyBlockProps) {
  const { files, study, chosen, choose, fresh, step, duplicate, remove } = useOpenStudio()
  const all = study.blocks.length
  const name = nameOf(block, files)
  const label = listTexts.place(name, place, all)
  const isChosen = chosen.id === block.id
  const body = useRef<HTMLDivElement>(null)
  const isFresh = fresh === block.id
  useEffect(() => {
    if (isFresh) body.current?.querySelector<HTMLElement>(FIELDS)?.focus()
  }, [isFresh])
  const onTouch = () => {
    if (!isChosen) choose(block.id)
  }
  return (
    <section
      aria-label={label}
      data-block={block.id}
      data-chosen={isChosen || undefined}
      className="editor-block"
      onFocusCapture={onTouch}
      onPointerDownCapture={onTouch}
    >
      <div ref={body} className="editor-body">
        <Body block={block} place={place} name={name} isChosen={isChosen} />
      </div>
      {isChosen ? (
        <>
          <div role="toolbar" aria-label={texts.tools(label)} className="editor-block-tools">
            <IconButton name={texts.up} disabled={place === 1} onClick={() => step(block, -1)}>
              <ArrowUp size={18} aria-hidden />
            </IconButton>
            <IconButton name={texts.down} disabled={place === all} onClick={() => step(block, 1)}>
              <ArrowDown size={18} aria-hidden />
            </IconButton>
            <IconButton name={texts.duplicate} onClick={() => duplicate(block)}>
              <Copy size={18} aria-hidden />
            </IconButton>
            {onSettings === null ? null : (
              <IconButton name={editorTexts.settings} onClick={onSettings}>
                <SlidersHorizontal size={18} aria-hidden />
              </IconButton>
            )}
            <IconButton
              name={texts.delete}
              className="editor-delete"
              onClick={() => onRemoved(remove(block))}
            >
              <Trash2 size={18} aria-hidden />
            </IconButton>
          </div>
          <div className="editor-gap">
            <IconButton
              name={listTexts.addHere}
              className="editor-plus"
              onClick={({ currentTarget }) => onAdd(currentTarget)}
            >
              <Plus size={20} aria-hidden />
            </IconButton>
          </div>
        </>
      ) : null}
    </section>
  )
}

function Body({ block, ...placed }: Placed) {
  switch (block.type) {
    case 'text':
      return <TextBlock block={block} {...placed} />
    case 'media':
      return <MediaBlock block={block} {...placed} />
    case 'grid':
      return <GridBlock block={block} {...placed} />
    case 'compare':
      return <CompareBlock block={block} {...placed} />
    case 'quote':
      return <QuoteBlock block={block} {...placed} />
    case 'facts':
      return <FactsBlock block={block} {...placed} />
    case 'credits':
      return <CreditsBlock block={block} {...placed} />
  }
}
