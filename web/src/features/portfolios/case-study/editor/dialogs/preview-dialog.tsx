import '../../study.css'
import { ArrowLeft } from 'lucide-react'
import { pictureSources } from '../../../../../lib/media/sources.ts'
import { Button } from '../../../../../ui/actions/button.tsx'
import { PlainPicture } from '../../../../../ui/media/plain-picture.tsx'
import { Dialog, whenClosed } from '../../../../../ui/overlay/dialog.tsx'
import { arranged, StudyBlocks } from '../../study-blocks.tsx'
import { creditsOf, StudyCredits } from '../../study-credits.tsx'
import { StudyFacts } from '../../study-facts.tsx'
import { hasContent, saidYes } from '../document/study-rules.ts'
import { previewTexts as texts } from '../editor-texts.ts'
import { useOpenStudio } from '../studio.ts'

interface PreviewDialogProps {
  open: boolean
  onClose: () => void
}

/** The page as visitors will see it. */
export const PreviewDialog = ({ open, onClose }: PreviewDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={whenClosed(onClose)}
    title={texts.title}
    titleHidden
    width="wide"
    bare
    className="editor-preview-dialog"
  >
    <div className="editor-preview-bar">
      <Button variant="quiet" onClick={onClose}>
        <ArrowLeft size={18} aria-hidden />
        {texts.close}
      </Button>
      <p className="text-14 text-ink-3">{texts.title}</p>
    </div>
    <Preview />
  </Dialog>
)

function Preview() {
  const { study, files, people, draft } = useOpenStudio()
  const cover = files[study.coverId]?.picture ?? draft.item.picture
  const blocks = study.blocks.filter(hasContent)
  const { facts, lead, rest } = arranged({ blocks })
  const accepted = saidYes(people)
  return (
    <article className="editor-preview">
      <div className="editor-preview-cover">
        <PlainPicture picture={pictureSources(cover)} sizes="100vw" />
      </div>
      <h2 className="work-title study-title text-ink">{study.title}</h2>
      {study.description === '' ? null : (
        <p className="study-said text-18 whitespace-pre-line text-ink-2">{study.description}</p>
      )}
      {facts === null ? null : <StudyFacts facts={facts} />}
      <div className="study-lead">
        <StudyBlocks blocks={lead} files={files} />
      </div>
      <div className="study-blocks">
        <StudyBlocks blocks={rest} files={files} />
      </div>
      <StudyCredits
        lines={creditsOf({ blocks, people: accepted })}
        people={accepted}
        className="mt-10"
      />
      {blocks.length === 0 ? <p className="mt-10 text-16 text-ink-3">{texts.empty}</p> : null}
    </article>
  )
}
