import { Button } from '../../ui/actions/button.tsx'
import { texts } from './settings-texts.ts'
import type { ProfileForm } from './use-profile-form.ts'

const { bar: words } = texts

/** What is not saved yet, by name, for as long as there is anything. Above the tab bar on a phone. */
export function SaveBar({ form, onSave }: { form: ProfileForm; onSave: () => void }) {
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
              <Button variant="primary" busy={isSaving && words.saving} onClick={onSave}>
                {words.save}
              </Button>
            </div>
          </div>
        </div>
      )}
    </div>
  )
}
