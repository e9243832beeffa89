import { Button } from '@mantine/core'
import type { Route } from '@remis/domain/kit/endpoint'
import { IconDownload, IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { i18n } from '../../platform/i18n.ts'
import { useDemo } from '../../platform/list/demo.tsx'
import { download } from '../../platform/list/download.ts'
import { showError } from '../../platform/show-message.ts'
import classes from './sheet.module.css'

interface Props {
  /** the same content as a file */
  readonly file: Route
  readonly query: object
  readonly params?: object
}

/** Prints the page, or saves it as CSV; demo mode has no files. */
export const SheetButtons = ({ file, query, params }: Props) => {
  const { t } = useTranslation()
  const demo = useDemo()
  const save = () => void download(file, { ...query, format: 'csv', language: i18n.language }, params).catch(showError)
  return (
    <div className={classes.ends}>
      <Button
        variant="default"
        size="md"
        leftSection={<IconPrinter size={20} stroke={1.75} aria-hidden />}
        onClick={() => print()}
      >
        {t('statement_print')}
      </Button>
      {!demo && (
        <Button
          variant="default"
          size="md"
          leftSection={<IconDownload size={20} stroke={1.75} aria-hidden />}
          onClick={save}
        >
          CSV
        </Button>
      )}
    </div>
  )
}
