import { t } from '../language/translate.ts';
import { placeOfRate, rates, rateText } from './batch-contract.ts';
import styles from './batches.module.css';

interface RateSliderProps {
  readonly rate: number | undefined;
  readonly onChange: (rate: number | undefined) => void;
  readonly disabled?: boolean | undefined;
  /** What is said behind the rate. */
  readonly hint?: string | undefined;
}

/** How many orders of a batch are processed in a minute. */
export function RateSlider({ rate, onChange, disabled, hint }: RateSliderProps) {
  return (
    <label className={styles.rate}>
      {t('Rate')}
      <input
        type="range"
        min={0}
        max={rates.length - 1}
        value={placeOfRate(rate)}
        disabled={disabled}
        aria-valuetext={rateText(rate)}
        onChange={(event) => onChange(rates[Number(event.target.value)])}
      />
      <span className={styles.muted}>{[rateText(rate), hint].filter(Boolean).join(' ')}</span>
    </label>
  );
}
