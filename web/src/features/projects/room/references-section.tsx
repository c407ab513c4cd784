import type { ComponentType } from 'react'
import type { Project } from '@plinth/contract/projects/projects.ts'
import { ReferenceLedge } from '../../../ui/wall/reference-ledge.tsx'
import { ReferenceNotes } from '../../../ui/wall/reference-notes.tsx'
import { texts as room } from './room-texts.ts'

const texts = room.references

/** Files are shown as in cases, which are another feature, so the screen passes in how. */
export type RoomFiles = ComponentType<{ project: Project }>

interface ReferencesProps {
  project: Project
  viewerId: string
  Files: RoomFiles
  /** Below the brief, whose heading is one level higher. */
  isInside?: boolean
}

/** What the client sent for the creator to look at. */
export function References({ project, viewerId, Files, isInside = false }: ReferencesProps) {
  const { files, references } = project
  const Heading = isInside ? 'h4' : 'h3'
  return (
    <section aria-labelledby="room-references" className="mt-5">
      <Heading id="room-references" className="text-16 font-semibold text-ink">
        {texts.heading}
      </Heading>
      {references.length === 0 ? null : (
        <div className="mt-3 max-w-[66ch] text-14 text-ink-3">
          <ReferenceLedge label={texts.shown} references={references} isLinked />
          <ReferenceNotes references={references} viewerId={viewerId} />
        </div>
      )}
      {files.length === 0 ? null : <Files project={project} />}
    </section>
  )
}
