import { GripVertical, Lock, Plus } from 'lucide-react'
import { clsx } from 'clsx'
import { useRef, type KeyboardEvent } from 'react'
import { MAX_BLOCKS } from '@plinth/contract/limits.ts'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { useArrange } from '../../../../lib/arrange/use-arrange.ts'
import { count } from '../../../../lib/format/format.ts'
import { pictureSources } from '../../../../lib/media/sources.ts'
import { Button } from '../../../../ui/actions/button.tsx'
import { PlainPicture } from '../../../../ui/media/plain-picture.tsx'
import { BLOCK_ICONS } from './icons.ts'
import { rowOf, type BlockRow } from './block-view.ts'
import type { Files } from './document/study-rules.ts'
import { DragGhost } from './drag-ghost.tsx'
import { editorTexts, listTexts as texts } from './editor-texts.ts'
import { useOpenStudio } from './studio.ts'
import { HEAD } from './use-studio.ts'

const iconName = (block: Block, files: Files): keyof typeof BLOCK_ICONS =>
  block.type === 'media' ? (files[block.shot?.mediaId ?? '']?.kind ?? 'media') : block.type

interface BlockListProps {
  /** Opens the list of what can be added behind a block; at the front if it is null. */
  onAdd: (after: string | null, anchor: HTMLElement) => void
  /** Shows a block of the page. */
  onShow: (id: string) => void
}

/** All blocks in their order. They are moved by dragging and by keyboard. */
export function BlockList({ onAdd, onShow }: BlockListProps) {
  const { study, files, people, chosen, choose, move, draft } = useOpenStudio()
  const { blocks } = study
  const list = useRef<HTMLOListElement>(null)
  const rows = blocks.map((block) => rowOf(block, files, people))
  const arranging = useArrange(rows, {
    move,
    texts: texts.arrange,
    isColumn: true,
    scroller: list,
  })
  const { shown, drag } = arranging
  const cover = files[study.coverId]?.picture ?? draft.item.picture
  const onKey = (event: KeyboardEvent<HTMLElement>, id: string | null) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
    // The slash opens the search elsewhere.
    event.preventDefault()
    onAdd(id, event.currentTarget)
  }
  return (
    <aside className="editor-list" aria-label={editorTexts.blocks}>
      <div className="editor-list-head">
        <h2 className="display text-20 text-ink">{editorTexts.blocks}</h2>
        <p className="tnum text-14 text-ink-3">{texts.count(blocks.length, MAX_BLOCKS)}</p>
      </div>
      <ol ref={list} className="editor-rows">
        <li className="editor-row" data-chosen={chosen.id === HEAD || undefined}>
          <span className="editor-row-handle" aria-hidden>
            <Lock size={16} />
          </span>
          <button
            type="button"
            className="editor-row-open"
            aria-current={chosen.id === HEAD || undefined}
            onClick={() => onShow(HEAD)}
            onKeyDown={(event) => onKey(event, null)}
          >
            <Face picture={cover} />
            <Words
              head={texts.cover}
              line={texts.size(count(cover.width), count(cover.height))}
              isWarning={false}
            />
          </button>
        </li>
        {shown.map((row) => (
          <li
            key={row.id}
            data-item={row.id}
            data-chosen={chosen.id === row.id || undefined}
            className="editor-row"
            {...arranging.itemProps(row)}
          >
            <button
              type="button"
              className="editor-row-handle"
              {...arranging.dragProps(row)}
              {...listKeys(arranging.handleProps(row), (event) => onKey(event, row.id))}
              onFocus={() => choose(row.id)}
            >
              <GripVertical size={18} aria-hidden />
            </button>
            <button
              type="button"
              className="editor-row-open"
              aria-current={chosen.id === row.id || undefined}
              onClick={() => onShow(row.id)}
              onKeyDown={(event) => onKey(event, row.id)}
            >
              <RowFace row={row} blocks={blocks} files={files} />
              <Words {...row} />
            </button>
          </li>
        ))}
      </ol>
      <p role="status" className="sr-only">
        {arranging.said}
      </p>
      {drag === null ? null : (
        <DragGhost from={drag.from} title={drag.one.head} file={files[drag.one.fileId ?? '']} />
      )}
      <Button
        className="editor-add"
        disabled={blocks.length >= MAX_BLOCKS}
        onClick={({ currentTarget }) => onAdd(blocks.at(-1)?.id ?? null, currentTarget)}
      >
        <Plus size={18} aria-hidden />
        {texts.add}
      </Button>
      <dl className="editor-keys" aria-label={texts.keysTitle}>
        {texts.keys.map(([key, line]) => (
          <div key={key}>
            <dt>
              {key.split(' ').map((one) => (
                <kbd key={one}>{one}</kbd>
              ))}
            </dt>
            <dd>{line}</dd>
          </div>
        ))}
      </dl>
    </aside>
  )
}

/** The handle's own keys, after those of the list. */
const listKeys = <P extends { onKeyDown: (event: KeyboardEvent<HTMLElement>) => void }>(
  props: P,
  before: (event: KeyboardEvent<HTMLElement>) => void,
): P => ({
  ...props,
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
    before(event)
    if (!event.defaultPrevented) props.onKeyDown(event)
  },
})

function RowFace({
  row,
  blocks,
  files,
}: {
  row: BlockRow
  blocks: readonly Block[]
  files: Files
}) {
  const block = blocks.find(({ id }) => id === row.id)
  const file = row.fileId === null ? undefined : files[row.fileId]
  if (file !== undefined) return <Face picture={file.picture} />
  if (block === undefined) return null
  const Icon = BLOCK_ICONS[iconName(block, files)]
  return (
    <span className="editor-icon" aria-hidden>
      <Icon size={18} />
    </span>
  )
}

const Face = ({ picture }: { picture: Parameters<typeof pictureSources>[0] }) => (
  <span className="editor-face">
    <PlainPicture picture={pictureSources(picture)} alt="" sizes="52px" fit="cover" moves={false} />
  </span>
)

const Words = ({ head, line, isWarning }: Pick<BlockRow, 'head' | 'line' | 'isWarning'>) => (
  <span className="min-w-0">
    <span className="block truncate text-14 font-semibold text-ink">{head}</span>
    <span className={clsx('block truncate text-13', isWarning ? 'text-warning' : 'text-ink-3')}>
      {line}
    </span>
  </span>
)
