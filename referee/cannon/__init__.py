"""A cannon shot in the match: the lever, the frames before and after, who is proposed to have fallen, the referee's word."""
