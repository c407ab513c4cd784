import { Trash2 } from 'lucide-react'
import { IconButton } from '../../../../../ui/actions/icon-button.tsx'
import type { BlockOf } from '../document/study-rules.ts'
import { fileTexts, listTexts } from '../editor-texts.ts'
import { useOpenStudio, type Placed } from '../studio.ts'
import { Caption } from './caption.tsx'
import { DropZone } from './drop-zone.tsx'
import { ShotPicture } from './shot-picture.tsx'
import { UploadingFiles } from './uploading.tsx'

/** One picture, film, sound or document. */
export function MediaBlock({ block, place, name, isChosen }: Placed<BlockOf<'media'>>) {
  const { edit, study } = useOpenStudio()
  const { shot, width } = block
  const label = listTexts.place(name, place, study.blocks.length)
  return (
    <div data-width={width} className="editor-media">
      {shot === null ? null : (
        <figure className="editor-shot">
          <ShotPicture mediaId={shot.mediaId} sizes="(max-width: 45rem) 100vw, 688px" />
          {isChosen ? (
            <IconButton
              name={fileTexts.remove(name)}
              tone="filled"
              className="editor-take-out"
              onClick={() => edit(block, { shot: null })}
            >
              <Trash2 size={18} aria-hidden />
            </IconButton>
          ) : null}
          <figcaption>
            <Caption
              value={shot.caption}
              place={1}
              all={1}
              onChange={(caption) => edit(block, { shot: { ...shot, caption } }, 'caption')}
            />
          </figcaption>
        </figure>
      )}
      <UploadingFiles blockId={block.id} />
      {shot === null ? (
        <DropZone blockId={block.id} slot="shot" label={label} hasSome={false} />
      ) : null}
    </div>
  )
}
