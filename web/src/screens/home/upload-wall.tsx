import { AccessWall } from '../../features/access/access-wall.tsx'
import { TabBar } from '../../features/navigation/tab-bar.tsx'
import { TopBar } from '../../features/navigation/top-bar.tsx'

/** Replaces the upload for members who are not creators. */
export const UploadWall = () => (
  <AccessWall
    kind="creator"
    bar={<TopBar isCreator={false} />}
    after={<TabBar isCreator={false} />}
  />
)
