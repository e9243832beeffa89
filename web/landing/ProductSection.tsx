import { useFirstTexts } from '../i18n/use-first-texts.ts'
import { CodeDrawing, MapDrawing, PriceDrawing } from './drawings.tsx'
import classes from './ProductSection.module.css'

const blurbs = [
  { name: 'price', Drawing: PriceDrawing },
  { name: 'live', Drawing: MapDrawing },
  { name: 'safe', Drawing: CodeDrawing },
] as const

/** [landing-15] */
export const ProductSection = () => {
  const { t } = useFirstTexts()
  return (
    <section className={classes.section} aria-labelledby="product-title">
      <h2 id="product-title" className={classes.title}>
        {t('product_title')}
      </h2>
      <p className={classes.text}>{t('product_text')}</p>
      <ul className={classes.blurbs}>
        {blurbs.map(({ name, Drawing }) => (
          <li key={name}>
            <Drawing />
            <h3 className={classes.name}>{t(`product_${name}_title`)}</h3>
            <p className={classes.blurb}>{t(`product_${name}_text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
