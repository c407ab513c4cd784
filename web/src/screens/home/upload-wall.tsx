import { AccessWall } from '../../features/access/access-wall.tsx'
import { TabBar } from '../../features/navigation/tab-bar.tsx'
import { TopBar } from '../../features/navigation/top-bar.tsx'

/** In place of the upload, for who is no creator. */
export const UploadWall = () => (
  <AccessWall
    kind="creator"
    bar={<TopBar isCreator={false} />}
    after={<TabBar isCreator={false} />}
  />
)
