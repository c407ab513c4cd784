import './settings.css'
import { lazy, Suspense, useRef, type ReactNode } from 'react'
import type { OwnUser } from '@plinth/contract/people/users.ts'
import { Button } from '../../ui/actions/button.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { BlockedSection } from './blocked-section.tsx'
import { ColoursSection } from './colours-section.tsx'
import { DataSection } from './data-section.tsx'
import { Preview } from './preview.tsx'
import { LinksSection, ProfileSection } from './profile-sections.tsx'
import { Section, SectionSkeleton } from './section.tsx'
import { SensitiveSection } from './sensitive-section.tsx'
import { SettingsIndex } from './settings-index.tsx'
import { texts } from './settings-texts.ts'
import { SubscriptionSection } from './subscription-section.tsx'
import { useProfileForm, type ProfileForm } from './use-profile-form.ts'

const AccessSections = lazy(async () => ({
  default: (await import('./access/access-sections.tsx')).AccessSections,
}))
const RightsChoices = lazy(async () => ({
  default: (await import('./rights-choices.tsx')).RightsChoices,
}))

const CreditsSection = lazy(async () => ({
  default: (await import('./credits-section.tsx')).CreditsSection,
}))

/** Their places while they load, so that the index leads to them. */
const AccessOutline = () => (
  <>
    <Section id="sessions">{null}</Section>
    <Section id="tokens">{null}</Section>
    <Section id="activity">{null}</Section>
    <Section id="limits">{null}</Section>
  </>
)

/** One long form with its index, and a preview of the profile beside it. */
export function SettingsPage({ own, notifications }: { own: OwnUser; notifications: ReactNode }) {
  const profile = useRef<HTMLFormElement>(null)
  const form = useProfileForm(own, profile)
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
              form.save()
            }}
          >
            <ProfileSection form={form} own={own} />
            <ColoursSection
              form={form}
              preview={<div className="mt-6 desktop:hidden">{preview}</div>}
            />
            <LinksSection form={form} />
            {/* Enter in a field saves; the visible button is in the bar. */}
            <button type="submit" hidden>
              {texts.bar.save}
            </button>
          </form>
          <Section id="notifications">{notifications}</Section>
          <Section id="rights">
            <Suspense
              fallback={
                <div className="mt-5">
                  <SectionSkeleton label={texts.rightsLoading} />
                </div>
              }
            >
              <RightsChoices own={own} />
            </Suspense>
          </Section>
          <Suspense fallback={<Section id="credits">{null}</Section>}>
            <CreditsSection />
          </Suspense>
          <SensitiveSection />
          <BlockedSection />
          <Suspense fallback={<AccessOutline />}>
            <AccessSections own={own} />
          </Suspense>
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
      <SaveBar form={form} />
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

const { bar: words } = texts

/** Names the unsaved changes, and saves or discards them. Above the tab bar on a phone. */
function SaveBar({ form }: { form: ProfileForm }) {
  const { changed, isSaving } = form
  const names = changed.map((name) => texts.fields[name].toLowerCase()).join(', ')
  return (
    <div role="region" aria-label={words.label}>
      {changed.length === 0 ? null : (
        <div className="settings-bar">
          <div className="page flex min-h-18 items-center justify-between gap-4 py-3">
            <p role="status" className="line-clamp-2 min-w-0 text-14 text-ink-2">
              {words.changes(changed.length, names)}
            </p>
            <div className="flex shrink-0 gap-1">
              <Button variant="quiet" disabled={isSaving} onClick={form.discard}>
                {words.discard}
              </Button>
              <Button variant="primary" busy={isSaving && words.saving} onClick={form.save}>
                {words.save}
              </Button>
            </div>
          </div>
        </div>
      )}
    </div>
  )
}
