import { LayoutGrid, Paperclip, X } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useState, type ComponentType } from 'react'
import type { BriefReference } from '@plinth/contract/boards/briefs.ts'
import { MAX_BRIEF_REFERENCES } from '@plinth/contract/limits.ts'
import { focusNeighbour } from '../../../lib/forms/focus.ts'
import { fullName } from '../../../lib/format/format.ts'
import { pictureSources } from '../../../lib/media/sources.ts'
import { acceptOf, ANY_KIND } from '../../../lib/uploads/file-rules.ts'
import { useDroppedFiles } from '../../../lib/uploads/use-dropped-files.ts'
import type { Uploads } from '../../../lib/uploads/use-uploads.ts'
import { buttonVariants } from '../../../ui/actions/button-variants.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { IconButton } from '../../../ui/actions/icon-button.tsx'
import { ChooseFile } from '../../../ui/form/choose-file.tsx'
import { Picture } from '../../../ui/media/picture.tsx'
import { OnceOpened } from '../../../ui/overlay/once-opened.tsx'
import { hireTexts } from './hire-texts.ts'

const texts = hireTexts.files
const ACCEPTED = acceptOf(ANY_KIND)

// Needed with the first file, and loaded before anybody has chosen one.
const importRow = () => import('../../../ui/form/sent-file-row.tsx')
const FileRow = lazy(async () => ({ default: (await importRow()).FileRow }))

/** Boards belong to another feature, so the screen passes in how things are chosen from them. */
export type FromBoard = ComponentType<{
  open: boolean
  viewerId: string
  chosen: readonly BriefReference[]
  onChange: (chosen: BriefReference[]) => void
  onClose: () => void
}>

interface HireReferencesProps {
  viewerId: string
  creator: string
  uploads: Uploads
  chosen: readonly BriefReference[]
  onChange: (chosen: BriefReference[]) => void
  FromBoard: FromBoard
}

/** What the creator should look at: files, which can also be dropped or pasted, and works and posts of boards. */
export function HireReferences(props: HireReferencesProps) {
  const { viewerId, creator, uploads, chosen, onChange, FromBoard: Choice } = props
  const id = useId()
  const [isChoosing, setChoosing] = useState(false)
  const isDraggedOver = useDroppedFiles(uploads.choose)
  useEffect(() => void importRow(), [])
  return (
    <div role="group" aria-labelledby={id} aria-describedby={`${id}-hint`}>
      <p id={id} className="text-14 font-semibold text-ink">
        {texts.title}
        <span className="font-normal text-ink-3"> {texts.optional}</span>
      </p>
      {uploads.files.length === 0 ? null : (
        <Suspense fallback={null}>
          <ul aria-label={texts.label} className="mt-1 flex flex-col gap-1">
            {uploads.files.map((file) => (
              <FileRow key={file.key} file={file} {...uploads} />
            ))}
          </ul>
        </Suspense>
      )}
      {chosen.length === 0 ? null : (
        <ul aria-label={texts.shown} className="mt-1 flex flex-col gap-1">
          {chosen.map((one) => (
            <Reference
              key={one.id}
              one={one}
              onRemove={() => onChange(chosen.filter((other) => other.id !== one.id))}
            />
          ))}
        </ul>
      )}
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <ChooseFile
          accept={ACCEPTED}
          multiple
          className={buttonVariants({ variant: 'secondary' })}
          onFiles={uploads.choose}
        >
          <Paperclip size={18} aria-hidden />
          {isDraggedOver ? texts.dropNow : texts.add}
        </ChooseFile>
        <Button aria-haspopup="dialog" onClick={() => setChoosing(true)}>
          <LayoutGrid size={18} aria-hidden />
          {texts.fromBoard}
        </Button>
      </div>
      <p id={`${id}-hint`} className="mt-2 text-13 text-ink-3">
        {texts.limits(creator)}
      </p>
      <OnceOpened open={isChoosing}>
        <Choice
          open={isChoosing}
          viewerId={viewerId}
          chosen={chosen}
          onChange={(now) => onChange(now.slice(0, MAX_BRIEF_REFERENCES))}
          onClose={() => setChoosing(false)}
        />
      </OnceOpened>
    </div>
  )
}

function Reference({ one, onRemove }: { one: BriefReference; onRemove: () => void }) {
  const { title, maker, picture, note, isAgainst } = one
  const said = [isAgainst ? texts.against : '', note === '' ? '' : `“${note}”`].filter(
    (words) => words !== '',
  )
  return (
    <li className="flex min-h-11 items-center gap-3">
      <span className="size-11 shrink-0 overflow-hidden bg-surface-1">
        {picture === null ? null : (
          <Picture picture={pictureSources(picture)} sizes="44px" alt="" fit="cover" />
        )}
      </span>
      <p className="min-w-0 flex-1 text-14">
        <span className="block truncate text-ink">
          <i className="work-title">{title}</i>, {fullName(maker)}
        </span>
        {said.length === 0 ? null : (
          <span className="block truncate text-13 text-ink-3">{said.join(', ')}</span>
        )}
      </p>
      <IconButton
        name={texts.remove(title)}
        data-remove=""
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget)
          onRemove()
        }}
      >
        <X size={18} aria-hidden />
      </IconButton>
    </li>
  )
}
