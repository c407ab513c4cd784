import './archive-stage.css'
import type { Proof } from '@plinth/contract/projects/projects.ts'
import { ArchiveList } from '../../../ui/viewer/archive-list.tsx'
import type { StageProps } from '../stage/stage.ts'

interface ArchiveStageProps extends Pick<StageProps, 'version' | 'tools'> {
  archive: NonNullable<Proof['archive']>
}

/** What is in an archive. There is nothing to draw on. */
export const ArchiveStage = ({ version, tools, archive }: ArchiveStageProps) => (
  <>
    <div className="proof-archive">
      <ArchiveList title={version.fileName} archive={archive} />
    </div>
    <div className="proof-tools">{tools}</div>
  </>
)
