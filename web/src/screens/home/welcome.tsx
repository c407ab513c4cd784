import { FollowButton } from '../../features/profile/follow-button.tsx'
import { useViewer } from '../../features/session/use-viewer.ts'
import { WelcomePage } from '../../features/welcome/welcome-page.tsx'
import { texts } from '../../features/welcome/welcome-texts.ts'
import { useDocumentTitle } from '../../lib/routing/use-document-title.ts'

/** The first screen after joining. */
export function WelcomeScreen() {
  const viewer = useViewer()
  useDocumentTitle(texts.title)
  if (viewer === null) return null
  return (
    <WelcomePage
      viewer={viewer}
      renderFollow={(maker, onShow) => (
        <FollowButton
          person={{ ...maker, followsViewer: false }}
          viewerId={viewer.id}
          onShow={onShow}
          isQuietlyDone
        />
      )}
    />
  )
}
