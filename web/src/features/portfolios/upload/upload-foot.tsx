import { sendingTexts } from '../../../lib/uploads/upload-texts.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { uploadTexts } from './upload-texts.ts'

/** What is taken, where all limits stand, and the one decision. */
export const UploadFoot = ({ busy }: { busy: string | false }) => (
  <div className="form-dialog-foot">
    <p className="text-14 text-ink-3">
      {uploadTexts.accepted} {/* In a tab of its own: the form must not be left. */}
      <a href="/limits" target="_blank" rel="noopener" className="text-link hit whitespace-nowrap">
        {sendingTexts.allLimits}
      </a>
    </p>
    <Button type="submit" variant="primary" className="min-w-28" busy={busy}>
      {uploadTexts.publish}
    </Button>
  </div>
)
