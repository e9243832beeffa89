import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../platform/api/settings.ts'
import classes from './sheet.module.css'

interface Props {
  readonly title: string
  readonly children: ReactNode
}

/** The head of a printable page: what it is, and the operator's name and contacts from the settings. */
export const SheetHead = ({ title, children }: Props) => {
  const { t } = useTranslation()
  const settings = useSettings()
  const tax = settings?.taxNumber ? t('tax_number', { number: settings.taxNumber }) : ''
  const company = settings?.CompanyName === '' ? settings.appName : settings?.CompanyName
  return (
    <div className={classes.head}>
      <div>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        {children}
      </div>
      <div className={classes.company}>
        <strong>
          <bdi>{company}</bdi>
        </strong>
        {[settings?.country, tax, settings?.contact_email, settings?.CompanyWebsite].map(
          (line) => line && <bdi key={line}>{line}</bdi>,
        )}
      </div>
    </div>
  )
}
