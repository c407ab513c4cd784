import { ImagePlus } from 'lucide-react'
import { useState, type DragEvent } from 'react'
import { acceptOf } from '../../../../../lib/uploads/file-rules.ts'
import { ChooseFile } from '../../../../../ui/form/choose-file.tsx'
import { kindsFor, type Slot } from '../document/upload-rules.ts'
import { fileTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'

interface DropZoneProps {
  blockId: string
  slot: Slot
  /** What the file is for: `Before`, `Grid, place 2 of 4`. */
  label: string
  hasSome: boolean
}

/** Where files are dropped, or chosen. */
export function DropZone({ blockId, slot, label, hasSome }: DropZoneProps) {
  const { uploads, meantFor } = useOpenStudio()
  const [isOver, setOver] = useState(false)
  const meant = meantFor(blockId)
  const isGrid = slot === 'grid'
  const take = (files: Iterable<File>) => uploads.send({ blockId, slot }, files, meant)
  return (
    <div
      className="editor-drop"
      data-over={isOver || undefined}
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return
        // Without this the browser would leave the page and open the file.
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      <ImagePlus size={18} aria-hidden />
      <p>
        <span className="pointer-coarse:hidden">{hasSome ? texts.dropMore : texts.drop}</span>
        <ChooseFile
          accept={acceptOf(kindsFor(slot, meant))}
          multiple={isGrid}
          className="text-link hit"
          onFiles={take}
        >
          {isGrid ? texts.chooseMore : texts.choose}
          <span className="sr-only">{texts.chooseFor(label)}</span>
        </ChooseFile>
      </p>
    </div>
  )
}
