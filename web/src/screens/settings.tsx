import { AccessWall } from '../features/access/access-wall.tsx'
import { NotificationChoices } from '../features/notifications/notification-choices.tsx'
import { MemberPage } from '../features/navigation/member-page.tsx'
import { VisitorBar } from '../features/navigation/visitor-bar.tsx'
import { useViewer } from '../features/session/use-viewer.ts'
import { SettingsPage } from '../features/settings/settings-page.tsx'
import { texts } from '../features/settings/settings-texts.ts'
import { useDocumentTitle } from '../lib/routing/use-document-title.ts'

/** Profile and account settings. */
export function SettingsScreen() {
  const viewer = useViewer()
  useDocumentTitle(texts.title)
  if (viewer === null) return <AccessWall kind="login" bar={<VisitorBar />} />
  return (
    <MemberPage isCreator={viewer.isCreator} className="outline-none">
      <SettingsPage
        own={viewer}
        notifications={
          <div className="mt-5">
            <NotificationChoices />
          </div>
        }
      />
    </MemberPage>
  )
}
