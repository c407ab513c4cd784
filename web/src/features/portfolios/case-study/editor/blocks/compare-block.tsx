import { X } from 'lucide-react'
import { MAX_QUOTE_LENGTH } from '@plinth/contract/limits.ts'
import { IconButton } from '../../../../../ui/actions/icon-button.tsx'
import type { BlockOf } from '../document/study-rules.ts'
import { blockTexts as texts, fileTexts } from '../editor-texts.ts'
import { useOpenStudio, type Placed } from '../studio.ts'
import { Caption, PlainField } from './caption.tsx'
import { DropZone } from './drop-zone.tsx'
import { ShotPicture } from './shot-picture.tsx'
import { UploadingFiles } from './uploading.tsx'

/** Two pictures that are compared. Visitors see them over each other, with a handle between. */
export function CompareBlock({ block, place }: Placed<BlockOf<'compare'>>) {
  const { edit } = useOpenStudio()
  return (
    <>
      <div className="editor-compare">
        <Side block={block} place={place} side="before" />
        <Side block={block} place={place} side="after" />
      </div>
      <PlainField
        label={texts.compareTitle}
        hint={texts.compareTitleHint}
        value={block.title}
        className="editor-compare-title"
        onChange={(title) => edit(block, { title: title.replaceAll('\n', ' ') }, 'title')}
      />
      <PlainField
        label={texts.compareText}
        hint={texts.compareTextHint}
        value={block.text}
        most={MAX_QUOTE_LENGTH}
        onChange={(text) => edit(block, { text }, 'text')}
      />
    </>
  )
}

interface SideProps {
  block: BlockOf<'compare'>
  place: number
  side: 'before' | 'after'
}

function Side({ block, place, side }: SideProps) {
  const { edit, choose } = useOpenStudio()
  const shot = block[side]
  const at = side === 'before' || block.before === null ? 0 : 1
  return (
    <div className="min-w-0" onFocus={() => choose(block.id, at)}>
      <p className="mb-2 text-14 font-semibold text-ink">{texts[side]}</p>
      {shot === null ? null : (
        <figure className="editor-shot">
          <ShotPicture mediaId={shot.mediaId} sizes="(max-width: 45rem) 50vw, 340px" />
          <IconButton
            name={fileTexts.remove(texts[side])}
            tone="filled"
            className="editor-take-out"
            onClick={() => edit(block, { [side]: null })}
          >
            <X size={18} aria-hidden />
          </IconButton>
          <figcaption>
            <Caption
              value={shot.caption}
              place={side === 'before' ? 1 : 2}
              all={2}
              onChange={(caption) =>
                edit(block, { [side]: { ...shot, caption } }, `${side} caption`)
              }
            />
          </figcaption>
        </figure>
      )}
      <UploadingFiles blockId={block.id} slot={side} />
      {shot === null ? (
        <DropZone
          blockId={block.id}
          slot={side}
          label={`${texts[side]}, ${place}`}
          hasSome={false}
        />
      ) : null}
    </div>
  )
}
