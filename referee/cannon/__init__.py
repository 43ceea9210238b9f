"""A cannon shot in the match: lever, frames before and after, who is proposed to have fallen, the referee's word."""
