import { ChevronLeft, ChevronRight, Clock } from 'lucide-react'
import { useId } from 'react'
import type { Block } from '@plinth/contract/portfolios/studies.ts'
import { pictureSources } from '../../../../../lib/media/sources.ts'
import { IconButton } from '../../../../../ui/actions/icon-button.tsx'
import { Switch } from '../../../../../ui/form/switch.tsx'
import { PlainPicture } from '../../../../../ui/media/plain-picture.tsx'
import { nameOf } from '../block-view.ts'
import { fileIdsOf, shotsOf } from '../document/study-rules.ts'
import { listTexts, settingsTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'
import { AltField } from './alt-field.tsx'

interface SettingsProps {
  onVersions: () => void
  /** The title is shown by the sheet that it is in. */
  isInSheet?: boolean
}

/** What can be set about the chosen block, and the page's cover. */
export function Settings({ onVersions, isInSheet = false }: SettingsProps) {
  const { study, chosen, files } = useOpenStudio()
  const block = study.blocks.find(({ id }) => id === chosen.id)
  return (
    <div className="editor-settings">
      {isInSheet ? null : (
        <h2 className="display text-20 text-ink">
          {block === undefined ? listTexts.cover : nameOf(block, files)}
        </h2>
      )}
      {block === undefined ? null : <BlockSettings block={block} />}
      {block === undefined ? null : <Alt block={block} />}
      <Cover hasTitle={block !== undefined || isInSheet} />
      <div className="editor-foot">
        <Clock size={16} aria-hidden />
        <p className="text-13 text-ink-2">
          {texts.unseen}{' '}
          <button type="button" className="text-link hit" onClick={onVersions}>
            {texts.earlier}
          </button>
        </p>
      </div>
    </div>
  )
}

function BlockSettings({ block }: { block: Block }) {
  const { edit } = useOpenStudio()
  const id = useId()
  if (block.type === 'media')
    return (
      <Pick
        label={texts.width}
        options={['full', 'measure'] as const}
        value={block.width}
        onPick={(width) => edit(block, { width })}
      />
    )
  if (block.type !== 'grid') return null
  return (
    <>
      <Pick
        label={texts.rowHeight}
        options={['low', 'middle', 'tall'] as const}
        value={block.rowHeight}
        onPick={(rowHeight) => edit(block, { rowHeight })}
      />
      <div className="editor-setting flex items-center justify-between gap-4">
        <label htmlFor={id} className="text-14 font-semibold text-ink">
          {texts.captions}
        </label>
        <Switch
          id={id}
          checked={block.hasCaptions}
          onCheckedChange={(hasCaptions) => edit(block, { hasCaptions })}
        />
      </div>
    </>
  )
}

interface PickProps<V extends string> {
  label: string
  options: readonly V[]
  value: V
  onPick: (value: V) => void
}

/** A choice of a few words beside each other. */
function Pick<V extends 'low' | 'middle' | 'tall' | 'full' | 'measure'>(props: PickProps<V>) {
  const { label, options, value, onPick } = props
  const id = useId()
  return (
    <div role="radiogroup" aria-label={label} className="editor-setting">
      <p className="text-14 font-semibold text-ink">{label}</p>
      <div className="editor-picks">
        {options.map((option) => (
          <label key={option} className="editor-pick text-14">
            <input
              type="radio"
              name={id}
              className="sr-only"
              checked={option === value}
              onChange={() => onPick(option)}
            />
            {texts[option]}
          </label>
        ))}
      </div>
    </div>
  )
}

/** The alternative text of the chosen picture of a block. */
function Alt({ block }: { block: Block }) {
  const { files, chosen, choose } = useOpenStudio()
  const shots = shotsOf(block)
  const at = Math.min(chosen.at, shots.length - 1)
  const mediaId = shots[at]?.mediaId
  const file = mediaId === undefined ? undefined : files[mediaId]
  if (mediaId === undefined || file === undefined) return null
  return (
    <section className="editor-setting" aria-label={texts.alt}>
      <div className="flex items-center justify-between gap-2">
        <h3 className="text-14 font-semibold text-ink">{texts.alt}</h3>
        {shots.length === 1 ? null : (
          <span className="flex items-center text-14 text-ink-3">
            <IconButton
              name={texts.altPrevious}
              disabled={at === 0}
              onClick={() => choose(block.id, at - 1)}
            >
              <ChevronLeft size={18} aria-hidden />
            </IconButton>
            <span className="tnum">{texts.altOf(at + 1, shots.length)}</span>
            <IconButton
              name={texts.altNext}
              disabled={at === shots.length - 1}
              onClick={() => choose(block.id, at + 1)}
            >
              <ChevronRight size={18} aria-hidden />
            </IconButton>
          </span>
        )}
      </div>
      <div className="editor-alt-picture">
        <PlainPicture picture={pictureSources(file.picture)} alt="" sizes="272px" moves={false} />
      </div>
      <AltField key={mediaId} mediaId={mediaId} file={file} />
    </section>
  )
}

/** Which of the page's files stands for the work everywhere. */
function Cover({ hasTitle }: { hasTitle: boolean }) {
  const { study, files, draft, state } = useOpenStudio()
  const id = useId()
  const choices = [
    ...new Set([study.coverId, draft.coverId, draft.item.picture.id, ...fileIdsOf(study)]),
  ].filter((one) => files[one] !== undefined)
  return (
    <div role="radiogroup" aria-label={texts.cover} className="editor-setting">
      {hasTitle ? <h3 className="text-14 font-semibold text-ink">{texts.cover}</h3> : null}
      <div className="editor-covers">
        {choices.map((one) => {
          const file = files[one]
          if (file === undefined) return null
          return (
            <label key={one} className="editor-cover">
              <input
                type="radio"
                name={id}
                className="sr-only"
                checked={one === study.coverId}
                aria-label={texts.coverOf(file.picture.alt || file.fileName)}
                onChange={() => state.change((now) => ({ ...now, coverId: one }))}
              />
              <PlainPicture
                picture={pictureSources(file.picture)}
                alt=""
                sizes="120px"
                moves={false}
              />
            </label>
          )
        })}
      </div>
      <p className="mt-2 text-13 text-ink-3">{texts.coverNote}</p>
    </div>
  )
}
