import { GripVertical, X } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { Shot } from '@plinth/contract/portfolios/studies.ts'
import { movedBehind } from '../../../../../lib/arrange/arrange-rules.ts'
import { useArrange } from '../../../../../lib/arrange/use-arrange.ts'
import { ratioOf } from '../../../../../lib/media/wall.ts'
import { IconButton } from '../../../../../ui/actions/icon-button.tsx'
import { freeIn } from '../document/upload-rules.ts'
import type { BlockOf } from '../document/study-rules.ts'
import { DragGhost } from '../drag-ghost.tsx'
import { BLOCK_NAMES, fileTexts, listTexts } from '../editor-texts.ts'
import { useOpenStudio, type Placed } from '../studio.ts'
import { Caption } from './caption.tsx'
import { DropZone } from './drop-zone.tsx'
import { ShotPicture } from './shot-picture.tsx'
import { UploadingFiles } from './uploading.tsx'

/** A picture of a grid with a name of its own, since a grid may hold the same file twice. */
interface Named {
  id: string
  title: string
  shot: Shot
}

function named(shots: readonly Shot[], title: (shot: Shot) => string): Named[] {
  const seen = new Map<string, number>()
  return shots.map((shot) => {
    const times = seen.get(shot.mediaId) ?? 0
    seen.set(shot.mediaId, times + 1)
    return { id: `${shot.mediaId} ${times}`, title: title(shot), shot }
  })
}

/** Pictures in justified rows. */
export function GridBlock({ block, place, name, isChosen }: Placed<BlockOf<'grid'>>) {
  const { edit, files, study, choose, chosen } = useOpenStudio()
  const { shots, rowHeight, hasCaptions } = block
  const all = named(shots, ({ caption, mediaId }) =>
    caption === '' ? (files[mediaId]?.fileName ?? BLOCK_NAMES.image) : caption,
  )
  const arranging = useArrange(all, {
    texts: listTexts.arrange,
    move: (id, after) =>
      edit(block, { shots: movedBehind(all, id, after).map(({ shot }) => shot) }),
  })
  const { shown, drag } = arranging
  const label = listTexts.place(name, place, study.blocks.length)
  return (
    <>
      {shown.length === 0 ? null : (
        <div className="editor-grid" data-height={rowHeight}>
          {shown.map((one, at) => {
            const { shot, title } = one
            const picture = files[shot.mediaId]?.picture ?? { width: 4, height: 3 }
            const isOpen = isChosen && chosen.at === at
            return (
              <figure
                key={one.id}
                className="editor-shot"
                data-item={one.id}
                data-chosen={isOpen || undefined}
                style={{ '--ar': ratioOf(picture) } as CSSProperties}
                {...arranging.itemProps(one)}
                onFocusCapture={() => choose(block.id, at)}
                onPointerDownCapture={() => choose(block.id, at)}
              >
                <div className="editor-shot-picture" {...arranging.dragProps(one)}>
                  <ShotPicture mediaId={shot.mediaId} sizes="(max-width: 45rem) 50vw, 400px" />
                  <button type="button" className="editor-handle" {...arranging.handleProps(one)}>
                    <GripVertical size={18} aria-hidden />
                  </button>
                  <IconButton
                    name={fileTexts.remove(fileTexts.file(title, at + 1, shown.length))}
                    tone="filled"
                    className="editor-take-out"
                    onClick={() => edit(block, { shots: shots.toSpliced(at, 1) })}
                  >
                    <X size={18} aria-hidden />
                  </IconButton>
                </div>
                {hasCaptions ? (
                  <figcaption>
                    <Caption
                      value={shot.caption}
                      place={at + 1}
                      all={shown.length}
                      onChange={(caption) =>
                        edit(
                          block,
                          { shots: shots.with(at, { ...shot, caption }) },
                          `caption ${at}`,
                        )
                      }
                    />
                  </figcaption>
                ) : null}
              </figure>
            )
          })}
        </div>
      )}
      <p role="status" className="sr-only">
        {arranging.said}
      </p>
      <UploadingFiles blockId={block.id} />
      {freeIn(block, 'grid') > 0 ? (
        <DropZone blockId={block.id} slot="grid" label={label} hasSome={shots.length > 0} />
      ) : null}
      {drag === null ? null : (
        <DragGhost from={drag.from} title={drag.one.title} file={files[drag.one.shot.mediaId]} />
      )}
    </>
  )
}
