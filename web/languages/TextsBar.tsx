import { Button, FileButton, Group, Progress, Text } from '@mantine/core'
import { languagesCalls } from '@remis/domain/backoffice/backoffice-routes'
import type { Texts } from '@remis/domain/texts/languages'
import { IconBraces, IconDownload, IconPlayerTrackNext, IconUpload } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../platform/api/call.ts'
import { saveFile } from '../platform/list/download.ts'
import { showError, showMessage } from '../platform/show-message.ts'
import { useFormat } from '../platform/use-format.ts'
import '../ui/mantine-parts.ts'
import '@mantine/core/styles/Progress.layer.css'
import table from '../ui/table/table.module.css'
import { mostJsonBytes, parseTexts, writeTexts } from './json-texts.ts'
import { JsonDialog } from './JsonDialog.tsx'
import classes from './languages.module.css'

interface Props {
  /** of the language */
  readonly id: string
  readonly all: number
  readonly missing: number
  readonly onNext: () => void
  readonly onChanged: () => unknown
}

/** How many texts of a language are translated, the way to the next missing one, and all of them as a file. */
export const TextsBar = ({ id, all, missing, onNext, onChanged }: Props) => {
  const { t } = useTranslation()
  const format = useFormat()
  const [json, setJson] = useState<Texts | null>(null)
  const forgetFile = useRef<() => void>(null)
  const importFile = async (file: File | null) => {
    if (file === null) return
    // a browser reports no change when the same file is chosen again
    forgetFile.current?.()
    if (file.size > mostJsonBytes) return showMessage('body_too_large')
    const texts = parseTexts(await file.text())
    if (texts === null) return showMessage('json_error')
    setJson(texts)
  }
  const exportFile = async () => {
    try {
      const { language, keyValuePairs } = await call(languagesCalls.pairs, { params: { id } })
      const bytes = new Blob([`${writeTexts(keyValuePairs)}\n`], { type: 'application/json' })
      saveFile(`remis-${language.langLocale}.json`, bytes)
    } catch (error) {
      showError(error)
    }
  }
  const done = all - missing
  return (
    <>
      <div className={classes.bar}>
        <div className={classes.progress}>
          <Text size="sm">{t('language_progress', { done: format.number(done), all: format.number(all) })}</Text>
          <Progress
            size="sm"
            radius="xl"
            value={all === 0 ? 0 : (done / all) * 100}
            color={missing > 0 ? 'var(--remis-wait)' : 'var(--remis-accent)'}
            aria-label={t('language_progress', { done: format.number(done), all: format.number(all) })}
          />
        </div>
        <Group gap="xs">
          <Button
            variant="light"
            leftSection={<IconPlayerTrackNext className={table.turn} size={18} stroke={1.75} aria-hidden />}
            aria-keyshortcuts="n"
            disabled={missing === 0}
            onClick={onNext}
          >
            {t('language_next_missing')}
          </Button>
          <FileButton resetRef={forgetFile} accept="application/json,.json" onChange={(file) => void importFile(file)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}>
                {t('language_import')}
              </Button>
            )}
          </FileButton>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
            onClick={() => void exportFile()}
          >
            {t('language_export')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconBraces size={18} stroke={1.75} aria-hidden />}
            onClick={() => setJson({})}
          >
            {t('language_json')}
          </Button>
        </Group>
      </div>
      {json !== null && (
        <JsonDialog
          id={id}
          imported={json}
          onClose={() => {
            setJson(null)
            onChanged()
          }}
        />
      )}
    </>
  )
}
