import './settings.css'
import { useRef, type ReactNode } from 'react'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { BlockedSection } from './blocked-section.tsx'
import { ColoursSection } from './colours-section.tsx'
import { DataSection } from './data-section.tsx'
import { Preview } from './preview.tsx'
import { LinksSection, ProfileSection } from './profile-sections.tsx'
import { SaveBar } from './save-bar.tsx'
import { Section } from './section.tsx'
import { SensitiveSection } from './sensitive-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SettingsIndex } from './settings-index.tsx'
import { focusProblem } from '../../lib/forms/focus.ts'
import { texts } from './settings-texts.ts'
import { SubscriptionSection } from './subscription-section.tsx'
import { useProfileForm } from './use-profile-form.ts'

/** One long form with its index, and one's profile beside it as it would be. */
export function SettingsPage({ own, notifications }: { own: OwnUser; notifications: ReactNode }) {
  const form = useProfileForm(own)
  const profile = useRef<HTMLFormElement>(null)
  const save = () => {
    if (form.save()) return
    if (profile.current) focusProblem(profile.current)
  }
  const preview = <Preview own={own} fields={form.fields} />
  return (
    <div className="page pb-32">
      <h1 className="display pt-8 pb-6 text-44 text-ink max-tablet:pt-5 max-tablet:pb-3 max-tablet:text-32">
        {texts.title}
      </h1>
      <div className="settings">
        <div>
          <SettingsIndex />
        </div>
        <div className="min-w-0">
          <form
            ref={profile}
            noValidate
            aria-label={texts.title}
            onSubmit={(event) => {
              event.preventDefault()
              save()
            }}
          >
            <ProfileSection form={form} own={own} />
            <ColoursSection
              form={form}
              preview={<div className="mt-6 desktop:hidden">{preview}</div>}
            />
            <LinksSection form={form} />
            {/* Enter in a field saves; the button that is seen stands in the bar. */}
            <button type="submit" hidden>
              {texts.bar.save}
            </button>
          </form>
          <Section id="notifications">{notifications}</Section>
          <SensitiveSection />
          <BlockedSection />
          <SessionsSection />
          <SubscriptionSection />
          <DataSection />
        </div>
        <aside aria-label={texts.preview.title} className="hidden desktop:block">
          <div className="sticky top-[calc(var(--topbar)+24px)]">
            <p className="mb-3 text-14 text-ink-3">{texts.preview.title}</p>
            {preview}
            <p className="mt-3 text-13 text-ink-3">{texts.preview.note}</p>
          </div>
        </aside>
      </div>
      <SaveBar form={form} onSave={save} />
      <LeaveGuard
        armed={form.changed.length > 0}
        title={texts.leave.title}
        text={texts.leave.text}
        stay={texts.leave.stay}
        leave={texts.leave.leave}
      />
    </div>
  )
}
