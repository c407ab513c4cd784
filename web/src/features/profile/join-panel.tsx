import type { Profile } from '@plinth/contract/people/users.ts'
import { Button } from '../../ui/actions/button.tsx'
import { SignInLink } from '../session/sign-in-link.tsx'
import { followAct } from './follow-button.tsx'
import { texts } from './profile-texts.ts'

/** Invites a visitor at the end of a creator's profile. */
export const JoinPanel = ({ person }: { person: Profile }) => (
  <div className="page mt-16">
    <section
      aria-labelledby="join-and-follow"
      className="flex flex-wrap items-center justify-between gap-4 rounded-panel bg-surface-1 p-7 max-tablet:p-5"
    >
      <div className="flex-[1_1_24rem]">
        <h2 id="join-and-follow" className="display text-20 text-ink">
          {texts.join.title(person.firstName)}
        </h2>
        <p className="mt-1 text-16 text-ink-2">{texts.join.line(person.firstName)}</p>
      </div>
      <Button asChild variant="primary">
        <SignInLink act={followAct(person)}>{texts.join.button}</SignInLink>
      </Button>
    </section>
  </div>
)
