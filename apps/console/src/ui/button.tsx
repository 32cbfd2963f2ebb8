import styles from './button.module.css';

export interface ButtonProps extends React.ButtonHTMLAttributes<HTMLButtonElement> {
  readonly kind?: 'primary' | 'danger' | 'plain' | undefined;
  readonly ref?: React.Ref<HTMLButtonElement> | undefined;
}

export function Button({ kind, className, type = 'button', ...props }: ButtonProps) {
  return (
    <button
      type={type}
      className={[styles['button'], kind && styles[kind], className].filter(Boolean).join(' ')}
      {...props}
    />
  );
}
